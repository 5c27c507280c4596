/* Assertions that are left out, and macros that make nothing of what they are given, in sections: other builds ask. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef TRACING
#define trace(...) fprintf(stderr, __VA_ARGS__)
#else
#define trace(...) do { } while (0)
#endif

struct item {
	long value;
	struct item *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *items;
static long sum, most;

/* the limit is nowhere else in the section */
static void push(struct item *it, long limit)
{
	pthread_mutex_lock(&lock);
	assert(it->value < limit);
	it->next = items;
	items = it;
	sum += it->value;
	trace("%ld of %ld\n", it->value, limit);
	pthread_mutex_unlock(&lock);
}

/* what no pointer can stand for in an #if: the other branch is compiled */
static void note(long value)
{
	long twice = value * 2;

	pthread_mutex_lock(&lock);
#ifdef TWICE
	if (twice > most)
		most = twice;
#else
	most++;
#endif
	pthread_mutex_unlock(&lock);
}

/* tracing changes it */
static int next_of(int n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	trace("%d\n", n++);
	pthread_mutex_unlock(&lock);
	return n;
}

/* the client gives it another value while the lock is released */
static void drain(int tries)
{
	int left = tries;

	pthread_mutex_lock(&lock);
	while (items != NULL) {
		struct item *it = items;

		items = it->next;
		pthread_mutex_unlock(&lock);
		free(it);
		left--;
		pthread_mutex_lock(&lock);
		assert(left >= 0);
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	for (int i = 1; i < 5; i++) {
		struct item *it = malloc(sizeof(*it));

		it->value = i;
		push(it, 5);
		note(i);
	}
	drain(4);
	printf("%ld %ld %d\n", sum, most, next_of(3));
	return 0;
}
