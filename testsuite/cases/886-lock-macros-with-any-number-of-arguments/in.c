/* Lock macros whose parameters are "...", alone or behind the mutex. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define LOCK(...) pthread_mutex_lock(__VA_ARGS__)
#define UNLOCK(...) pthread_mutex_unlock(__VA_ARGS__)
#define TLOCK(m, ...) do { \
	if (pthread_mutex_lock(m)) { fprintf(stderr, __VA_ARGS__); abort(); } \
} while (0)
#define TUNLOCK(m, text, args...) do { \
	if (pthread_mutex_unlock(m)) { fprintf(stderr, text, ##args); abort(); } \
} while (0)
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int queue_count, stats_count;
static void *run(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		LOCK(&queue_lock);
		queue_count++;
		UNLOCK(&queue_lock);
		TLOCK(&stats_lock, "no lock %d\n", i);
		stats_count += 2;
		TUNLOCK(&stats_lock, "no unlock\n");
	}
	return arg;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, run, 0);
	pthread_create(&t[1], 0, run, 0);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	printf("%d %d\n", queue_count, stats_count);
	return 0;
}
