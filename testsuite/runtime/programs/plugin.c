/* SPDX-License-Identifier: MIT */
/*
 * plugin.c - a shared object whose threads use the runtime; see host.c.
 */
#include <pthread.h>
#include <rcl.h>

#define RCL_LOCK_plugin	RCL_SERVER(0)

enum { THREADS = 4, TURNS = 500 };

int plugin_use(void);

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(plugin);
static int total;			/* guarded by mutex */

static int count_cs(void *unused)
{
	(void)unused;
	return ++total;
}

static void *use(void *unused)
{
	for (int i = 0; i < TURNS; i++)
		rcl_exec(&mutex, count_cs, NULL, 0);
	return unused;
}

/* Threads of the library's own, and the caller's; returns whether no section is
 * missing. */
int plugin_use(void)
{
	pthread_t threads[THREADS];
	int before;

	rcl_lock(&mutex);
	before = total;
	rcl_unlock(&mutex);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, use, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return rcl_exec_errno(&mutex, count_cs, NULL, 0) ==
	       before + THREADS * TURNS + 1;
}
