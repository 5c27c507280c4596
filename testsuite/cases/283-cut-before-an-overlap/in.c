#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct anchor {
	pthread_mutex_t lock;
	int due, used;
	struct anchor *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct anchor *first;
static int count;

/* The inner lock outlives the outer one, and is the caller's then. */
static struct anchor *next_due(int now, int *wait)
{
	struct anchor *a;

	pthread_mutex_lock(&lock);
	if (!first) {
		pthread_mutex_unlock(&lock);
		*wait = 0;
		return NULL;
	}
	a = first;
	pthread_mutex_lock(&a->lock);
	if (a->due > now) {
		*wait = a->due - now;
		pthread_mutex_unlock(&a->lock);
		pthread_mutex_unlock(&lock);
		return NULL;
	}
	a->due += 3;
	a->used++;
	pthread_mutex_unlock(&lock);
	return a;
}

/* The outer one is given back first, in a branch, too. */
static int drop(int unused)
{
	struct anchor *a;

	pthread_mutex_lock(&lock);
	a = first;
	if (!a) {
		pthread_mutex_unlock(&lock);
		return 0;
	}
	pthread_mutex_lock(&a->lock);
	if (a->used > unused) {
		pthread_mutex_unlock(&lock);
		pthread_mutex_unlock(&a->lock);
		return -1;
	}
	first = a->next;
	count--;
	pthread_mutex_unlock(&lock);

	pthread_mutex_unlock(&a->lock);
	pthread_mutex_destroy(&a->lock);
	free(a);
	return 1;
}

static void add(int due)
{
	struct anchor *a = calloc(1, sizeof(*a));

	if (!a)
		exit(1);
	pthread_mutex_init(&a->lock, NULL);
	a->due = due;
	pthread_mutex_lock(&lock);
	a->next = first;
	first = a;
	count++;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	int wait = 0;

	for (int n = 0; n < 6; n++)
		add(6 - n);
	for (int now = 0; now < 12; now++) {
		struct anchor *a = next_due(now, &wait);

		if (a) {
			printf("%d: %d %d\n", now, a->due, a->used);
			pthread_mutex_unlock(&a->lock);
		}
		printf("%d: waits %d, drops %d\n", now, wait, drop(now / 3));
	}
	printf("%d\n", count);
	return 0;
}
