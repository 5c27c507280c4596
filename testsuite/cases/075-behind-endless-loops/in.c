#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int wanted = 9, made, refused;

static int make(int n)
{
	return n % 3;
}

/* What stands behind a loop that never ends is no part of its section. */
static void *writer(void *arg)
{
	int *limit = arg;
	int pause = 0;

	pthread_mutex_lock(&lock);
	while (1) {
		int n = made + refused;

		if (n < *limit && make(n) != 0)
			made++;
		else
			refused++;
		pthread_mutex_unlock(&lock);
		if (n >= *limit)
			pthread_exit(NULL);
		pause++;
		pthread_mutex_lock(&lock);
	}
	return NULL;
}

/* Nor is a release there, or the use of something that the section declares. */
static int collect(void)
{
	int *space = malloc(sizeof(*space));

	pthread_mutex_lock(&lock);
	int last = made;
	for (;;) {
		*space = made - last;
		last = made;
		if (wanted == 0) {
			pthread_mutex_unlock(&lock);
			free(space);
			return 0;
		}
		wanted--;
	}
	printf("%d\n", last);
	free(space);
	pthread_mutex_unlock(&lock);
	return 1;
}

/* A label behind such a loop is got to: the release there is the section's end. */
static int count(int limit)
{
	int n = 0;

	pthread_mutex_lock(&lock);
	while (1) {
		if (n == limit)
			goto out;
		if (make(++n) == 2)
			refused++;
	}
	n = -1;
out:
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	pthread_t thread;
	int limit = 7;

	pthread_create(&thread, NULL, writer, &limit);
	pthread_join(thread, NULL);
	printf("%d\n", collect());
	printf("%d counted\n", count(5));
	printf("%d made, %d refused, %d wanted\n", made, refused, wanted);
	return 0;
}
