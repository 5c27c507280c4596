#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct holder {
	struct holder *next;
	int *handle;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct holder *holders;
static int made;

static int *make_handle(int n)
{
	int *handle = n < 0 ? NULL : malloc(sizeof(int));

	if (handle)
		*handle = n;
	return handle;
}

struct acquire_cs {             /* lock, in.c:29-42 */
	struct holder *holder;  /* out */
	int *handle;            /* out */
};

static int acquire_cs(void *ctx)
{
	struct acquire_cs *cs = ctx;
	struct holder *holder;
	int *handle;

	if ((holder = holders) != NULL) {
		handle = holder->handle;
		holders = holder->next;
		cs->holder = holder;
		cs->handle = handle;
		return 1;
	} else {
		made++;
		return 2;
	}
}

/* Released in both branches, each of which then sets the result. */
static int *acquire(int n)
{
	struct holder *holder;
	int *handle;

	struct acquire_cs cs;
	int way = rcl_exec_anon(&lock, acquire_cs, &cs, sizeof(cs));

	if (way == 1) {
		holder = cs.holder;
		handle = cs.handle;
		free(holder);
		*handle = n;
	} else {
		if ((handle = make_handle(n)) == NULL) {
			fprintf(stderr, "no handle\n");
			return NULL;
		}
	}
	*handle += 1;
	return handle;
}

struct release_cs {             /* lock, in.c:53-56 */
	struct holder *holder;  /* in */
};

static int release_cs(void *ctx)
{
	struct release_cs *cs = ctx;
	struct holder *holder = cs->holder;

	holder->next = holders;
	holders = holder;
	return 0;
}

static void release(int *handle)
{
	struct holder *holder = malloc(sizeof(*holder));

	holder->handle = handle;
	struct release_cs cs = { .holder = holder };
	rcl_exec_anon(&lock, release_cs, &cs, sizeof(cs));
}

int main(void)
{
	int *one = acquire(1), *two;

	printf("%d", *one);
	release(one);
	two = acquire(5);
	printf(" %d %d", *two, two == one);
	one = acquire(-1);
	printf(" %d %d\n", one == NULL, made);
	return 0;
}
