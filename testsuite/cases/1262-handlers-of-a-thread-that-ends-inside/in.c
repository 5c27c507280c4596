/* A handler that a section registers is called where its thread ends behind a release: it must be registered there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void told(void *arg)
{
	printf("left at %ld\n", *(long *)arg);
}

static void *add(void *arg)
{
	long *values = arg;

	pthread_mutex_lock(&m);
	total += values[0];
	pthread_cleanup_push(told, &values[1]);
	if (values[1] < 0) {
		pthread_mutex_unlock(&m);
		pthread_exit(NULL);
	}
	total += values[1];
	pthread_cleanup_pop(0);
	pthread_mutex_unlock(&m);
	return NULL;
}

/* which is none of this one's business */
static void *add_first(void *arg)
{
	long *values = arg;

	pthread_cleanup_push(told, values);
	pthread_mutex_lock(&m);
	if (values[0] < 0) {
		pthread_mutex_unlock(&m);
		pthread_exit(NULL);
	}
	total += values[0];
	pthread_mutex_unlock(&m);
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void)
{
	long values[][2] = {{1, 2}, {3, -4}, {-5, 6}};
	pthread_t thread;

	for (int i = 0; i < 6; i++) {
		pthread_create(&thread, NULL, i % 2 ? add_first : add, values[i / 2]);
		pthread_join(thread, NULL);
	}
	printf("%ld\n", total);
	return 0;
}
