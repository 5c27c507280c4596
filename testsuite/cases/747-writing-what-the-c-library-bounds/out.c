/* With -D_FORTIFY_SOURCE the C library's macros ask how large a buffer is; what the program asks itself stays in place. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define SAY(...) snprintf(said, sizeof(said), __VA_ARGS__)
#define ROOM(buffer) __builtin_object_size(buffer, 0)
#define FILL(buffer) snprintf(buffer, ROOM(buffer), "%d", n)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static char said[32];
static int n;

struct shown_cs {          /* lock, in.c:18-22 */
	int by;            /* in */
	char (*text)[32];  /* by reference */
};

static int shown_cs(void *ctx)
{
	struct shown_cs *cs = ctx;
	int by = cs->by;
	char (*text)[32] = cs->text;

	n += by;
	snprintf(*text, sizeof(*text), "%d by %d", n, by);
	memcpy(said, *text, sizeof(*text));
	return 0;
}

static int shown(int by)
{
	char text[32];

	struct shown_cs cs = { .by = by, .text = &text };
	rcl_exec_errno(&lock, shown_cs, &cs, sizeof(cs));
	return (int)strlen(text);
}

struct by_macro_cs {  /* lock, in.c:28-31 */
	int by;       /* in */
};

static int by_macro_cs(void *ctx)
{
	struct by_macro_cs *cs = ctx;
	int by = cs->by;

	n += by;
	SAY("%d so far", n);
	return 0;
}

static void by_macro(int by)
{
	struct by_macro_cs cs = { .by = by };
	rcl_exec_errno(&lock, by_macro_cs, &cs, sizeof(cs));
}

struct asked_cs {  /* lock, in.c:38-39 */
	int by;    /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	int by = cs->by;

	n += by;
	return RCL_KEEP;
}

static int asked(int by)
{
	char text[16];

	struct asked_cs cs = { .by = by };
	rcl_exec_anon(&lock, asked_cs, &cs, sizeof(cs));
	FILL(text);
	rcl_unlock(&lock);
	return text[0];
}

int main(void)
{
	printf("%d ", shown(3));
	by_macro(4);
	printf("%d %s\n", asked(5), said);
	return 0;
}
