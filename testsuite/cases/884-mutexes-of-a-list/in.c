/* A list declares the mutexes by a macro that it is handed, and another one locks them all; a variable of a macro's name is no call. */
#include <pthread.h>
#include <stdio.h>

#define LOCKS(X) X(queue) X(stats) X(log)
#define DEFINE(name) \
	static pthread_mutex_t name##_lock = PTHREAD_MUTEX_INITIALIZER; \
	static int name##_count;
#define TAKE(name) pthread_mutex_lock(&name##_lock);
#define GIVE(name) pthread_mutex_unlock(&name##_lock);
#define TWICE(number) ((number) * 2)

LOCKS(DEFINE)

static void *run(void *arg)
{
	int i, TAKE = 1;

	for (i = 0; i < 1000; i++) {
		pthread_mutex_lock(&queue_lock);
		queue_count += TWICE(TAKE);
		pthread_mutex_unlock(&queue_lock);
		pthread_mutex_lock(&stats_lock);
		stats_count += 2;
		pthread_mutex_unlock(&stats_lock);
	}
	return arg;
}

static int all(void)
{
	int sum;

	LOCKS(TAKE)
	sum = queue_count + stats_count + log_count;
	LOCKS(GIVE)
	return sum;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	pthread_mutex_lock(&log_lock);
	log_count++;
	pthread_mutex_unlock(&log_lock);
	printf("%d\n", all());
	return 0;
}
