/* What keeps a section from being shipped stands in what follows a release: it is cut before that. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3, other;

static int more(int n)
{
	return other += n;
}

int one(int n)
{
	int had = 0;

	pthread_mutex_lock(&lock);
	if (!shared) {
		had = 1;
		if (n > 4)
			goto locked;
		shared += n;
	}
	pthread_mutex_unlock(&lock);
	other++;
	if (more(n) > 20) {
		printf("%d\n", n);
		goto updated;
	}
	return 1;

updated:
	pthread_mutex_lock(&lock);
	shared -= n;
	had = 0;

locked:
	pthread_mutex_unlock(&lock);
	if (had)
		other--;
	return 0;
}

static void empty(int by)
{
	pthread_mutex_lock(&lock);
	shared = by;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	int first = one(1), second, third;

	empty(0);
	second = one(5);
	other = 30;
	third = one(4);
	printf("%d %d %d %d %d\n", first, second, third, shared, other);
	return 0;
}
