#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* The program's own, in a tree that is GLib, or brings a part of it along. */
typedef union _GMutex {
	int taken;
	long room[2];
} GMutex;

static rcl_mutex_t guard = RCL_MUTEX_INITIALIZER(guard);
static rcl_cond_t given = RCL_COND_INITIALIZER;
static GMutex names_lock;
static int names;

struct g_mutex_lock_cs {  /* guard, in.c:17-21 */
	GMutex *m;        /* in */
};

static int g_mutex_lock_cs(void *ctx)
{
	struct g_mutex_lock_cs *cs = ctx;
	GMutex *m = cs->m;

	if (m->taken)
		return rcl_wait(&given, &guard);
	m->taken = 1;
	return 0;
}

void g_mutex_lock(GMutex *m)
{
	struct g_mutex_lock_cs cs = { .m = m };
	rcl_exec_waiting(&guard, g_mutex_lock_cs, &cs, sizeof(cs));
}

struct g_mutex_unlock_cs {  /* guard, in.c:26-29 */
	GMutex *m;          /* in */
};

static int g_mutex_unlock_cs(void *ctx)
{
	struct g_mutex_unlock_cs *cs = ctx;
	GMutex *m = cs->m;

	m->taken = 0;
	rcl_cond_signal(&given);
	return 0;
}

void g_mutex_unlock(GMutex *m)
{
	struct g_mutex_unlock_cs cs = { .m = m };
	rcl_exec_anon(&guard, g_mutex_unlock_cs, &cs, sizeof(cs));
}

static void *add(void *unused)
{
	for (int i = 0; i < 1000; i++) {
		g_mutex_lock(&names_lock);
		names++;
		g_mutex_unlock(&names_lock);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", names);
	return 0;
}
