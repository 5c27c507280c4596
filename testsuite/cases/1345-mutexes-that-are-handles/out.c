/* Mutexes that are made when they are first taken, and known to the program as handles of a type that nobody defines. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct handle_ *handle;

static rcl_mutex_t making = RCL_MUTEX_INITIALIZER(making);
static handle table;
static int entries;

struct handle_lock_cs {  /* making, in.c:17-23 */
	handle *h;       /* in */
};

static int handle_lock_cs(void *ctx)
{
	struct handle_lock_cs *cs = ctx;
	handle *h = cs->h;
	rcl_mutex_t *mutex;

	if (*h == NULL) {
		mutex = malloc(sizeof(rcl_mutex_t));
		rcl_mutex_init(mutex, NULL, mutex);
		*h = (handle)mutex;
	}
	return 0;
}

static void handle_lock(handle *h)
{
	rcl_mutex_t *mutex;

	if (*h == NULL) {
		struct handle_lock_cs cs = { .h = h };
		rcl_exec_errno(&making, handle_lock_cs, &cs, sizeof(cs));
	}
	mutex = *((rcl_mutex_t **)h);
	rcl_lock(mutex);
}

static void handle_unlock(handle *h)
{
	rcl_mutex_t *mutex = *(rcl_mutex_t **)h;

	rcl_unlock(mutex);
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		handle_lock(&table);
		entries++;
		handle_unlock(&table);
	}
	printf("%d\n", entries);
	return 0;
}
