/* A variable that only a section uses, declared behind a macro that is all of its line. */
#include <pthread.h>
#include <stdio.h>

#ifdef DEBUG
#define TRACE_FUNCTION printf("%s()\n", __func__);
#else
#define TRACE_FUNCTION
#endif

struct message {
	long size;
	struct message *next;
};

static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct message *cached;
static long shown;

static void show_cached(void)
{
	TRACE_FUNCTION
	struct message *one;

	pthread_mutex_lock(&log_mutex);
	while (cached != NULL) {
		one = cached;
		shown += one->size;
		cached = one->next;
	}
	pthread_mutex_unlock(&log_mutex);
}

int main(void)
{
	static struct message messages[2] = { { 3, &messages[1] }, { 4, NULL } };

	cached = messages;
	show_cached();
	printf("%ld\n", shown);
	return 0;
}
