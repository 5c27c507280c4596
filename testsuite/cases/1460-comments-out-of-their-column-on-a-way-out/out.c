/* Code that was commented out at the beginning of its line stays there, on a way out, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int next, limit = 3, freed;

struct take_cs {  /* lock, in.c:14-28 */
	int n;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n;

	if (next == limit) {
		return 1;
	}
	n = next++;
	cs->n = n;
	return 0;
}

static int take(char *text)
{
	int n;

	while (1) {
		struct take_cs cs;
		if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1) {
//			printf("freeing text\n");
			free(text);
			freed++;
			printf("%d \
freed\n", freed);
/* no more:
			return 0;
*/
			return 1;
		}
		n = cs.n;
//		printf("%d\n", n);
		printf("%d \
again\n", n);
		text[n] = 'x';
	}
}

struct give_cs {  /* lock, in.c:38-45 */
	int n;    /* in */
};

static int give_cs(void *ctx)
{
	struct give_cs *cs = ctx;
	int n = cs->n;

	if (n == 0) {
		return 1;
	}
	next -= n;
	return 0;
}

static void give(int n)
{
	struct give_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, give_cs, &cs, sizeof(cs)) == 1) {
//		printf("none\n");
	}
}

/* lock, in.c:50-56 */
static int try_cs(void *ctx)
{
	next++;
	return 0;
}

static int try(void)
{
	if (rcl_tryexec(&lock, try_cs, NULL, 0) < 0) {
//		printf("busy\n");
		freed--;
		return 1;
	}
	return 0;
}

int main(void)
{
	int taken = take(calloc(8, 1)), tried = try();

	give(2);
	printf("%d %d %d %d\n", taken, freed, next, tried);
	return 0;
}
