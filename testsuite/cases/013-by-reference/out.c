#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct point {
	int x, y;
	int history[16];
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct point last;

static void read_point(struct point *to, const int *n)
{
	*to = last;
	to->x += *n;
}

struct move_cs {             /* lock, in.c:26-33 */
	int dx;              /* in */
	struct point *here;  /* by reference */
	int *n;              /* by reference */
	char *text;          /* by reference */
};

static int move_cs(void *ctx)
{
	struct move_cs *cs = ctx;
	int dx = cs->dx;
	struct point *here = cs->here;
	int *n = cs->n;
	char *text = cs->text;

	read_point(here, n);
	here->x += dx;
	here->history[0] = *n;
	(*n)++;
	last = *here;
	snprintf(text, 16, "%d", here->x);
	return 0;
}

static int move(int dx)
{
	struct point here;
	int n = dx;
	char text[16];

	memset(&here, 0, sizeof(here));
	struct move_cs cs = { .dx = dx, .here = &here, .n = &n, .text = text };
	rcl_exec_errno(&lock, move_cs, &cs, sizeof(cs));
	return here.x * 100 + n + (int)strlen(text);
}

int main(void)
{
	printf("%d", move(2));
	printf(" %d\n", move(30));
	return 0;
}
