#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED(call) do { \
	int failed; \
	if ((failed = (call)) != 0) \
		fprintf(stderr, "%s: %s\n", #call, strerror(failed)); \
	} while (0)
#define LOCK(mutex) CHECKED(pthread_mutex_lock(mutex))
#define UNLOCK(mutex) CHECKED(pthread_mutex_unlock(mutex))

struct anchor {
	pthread_mutex_t lock;
	int used;
	struct anchor *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct anchor *first;
static int count, threaded;

static int drop(int unused)
{
	struct anchor *a;

	LOCK(&lock);
	a = first;
	if (!a) {
		UNLOCK(&lock);
		return 0;
	}
	LOCK(&a->lock);
	a->used++;
	if (a->used > unused) {
		UNLOCK(&lock);
		UNLOCK(&a->lock);
		return -1;
	}
	first = a->next;
	count--;
	UNLOCK(&lock);

	UNLOCK(&a->lock);
	free(a);
	return 1;
}

static void add(int used)
{
	struct anchor *a = calloc(1, sizeof(*a));

	if (!a)
		exit(1);
	CHECKED(pthread_mutex_init(&a->lock, NULL));
	a->used = used;
	LOCK(&lock);
	a->next = first;
	first = a;
	count++;
	UNLOCK(&lock);
}

/* The second section is all that follows the first one's release in a branch. */
static void stop(int n)
{
	LOCK(&lock);
	if (count > 2) {
		count++;
		UNLOCK(&lock);
		LOCK(&lock);
		if (threaded) {
			UNLOCK(&lock);
			printf("joins %d\n", n);
		} else {
			count -= 2;
			UNLOCK(&lock);
			printf("waits %d\n", n);
		}
	} else {
		UNLOCK(&lock);
	}
}

int main(void)
{
	for (int n = 0; n < 6; n++)
		add(6 - n);
	for (int now = 0; now < 12; now++)
		printf("%d: drops %d\n", now, drop(now));
	for (int n = 0; n < 3; n++) {
		threaded = n % 2;
		stop(n);
	}
	printf("%d\n", count);
	return 0;
}
