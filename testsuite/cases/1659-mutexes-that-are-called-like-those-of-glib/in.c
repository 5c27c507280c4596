#include <pthread.h>
#include <stdio.h>

/* The program's own, in a tree that is GLib, or brings a part of it along. */
typedef union _GMutex {
	int taken;
	long room[2];
} GMutex;

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;
static GMutex names_lock;
static int names;

void g_mutex_lock(GMutex *m)
{
	pthread_mutex_lock(&guard);
	while (m->taken)
		pthread_cond_wait(&given, &guard);
	m->taken = 1;
	pthread_mutex_unlock(&guard);
}

void g_mutex_unlock(GMutex *m)
{
	pthread_mutex_lock(&guard);
	m->taken = 0;
	pthread_cond_signal(&given);
	pthread_mutex_unlock(&guard);
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
