/* What no build compiles names a variable in an index, which is no array's bound. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);

static struct room {
	int used, place;
} rooms[4];

static int ready;

/* lock, in.c:17-27 */
static int begin_cs(void *ctx)
{
	if (!ready) {
#ifdef PLACES
		for (i = 0; i < 4; i++) {
			rooms[i].used = 0;
			rooms[i].place = -1;
		}
#endif
		ready = 1;
	}
	return 0;
}

static int begin(void)
{
	int i;

	rcl_exec_anon(&lock, begin_cs, NULL, 0);
	for (i = 0; i < 4; i++)
		if (!rooms[i].used)
			return i;
	return -1;
}

struct take_cs {  /* lock, in.c:38-43 */
	int n;    /* in */
#ifdef PLACES
	int *i;   /* by reference */
#endif
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;
#ifdef PLACES
	int *i = cs->i;
#endif

	rooms[n].used++;
#ifdef PLACES
	rooms[*i].place = n;
#endif
	return 0;
}

static int take(int n)
{
	int i = n & 3;

	struct take_cs cs = {
		.n = n,
#ifdef PLACES
		.i = &i,
#endif
	};
	rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
	return i;
}

struct bound_cs {  /* lock, in.c:52-53 */
	int n;     /* in */
};

static int bound_cs(void *ctx)
{
	struct bound_cs *cs = ctx;
	int n = cs->n;

	rooms[n].used++;
	return RCL_KEEP;
}

/* Here it is one. */
static int bound(int n)
{
	int i = n & 3;

	struct bound_cs cs = { .n = n };
	rcl_exec_anon(&lock, bound_cs, &cs, sizeof(cs));
#ifdef PLACES
	char more[i];

	rooms[n].place = sizeof(more);
#endif
	rcl_unlock(&lock);
	return i;
}

int main(void)
{
	printf("%d", begin());
	printf(" %d", take(1));
	printf(" %d", bound(2));
	printf(" %d %d\n", ready, rooms[1].used);
	return 0;
}
