#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int total, seen;

/* There is nothing to move behind the first, nor behind the second. */
static void add(int n, int locking)
{
	if (locking) {
		pthread_mutex_lock(&lock);
		pthread_mutex_lock(&other);
	}
	total += n;
	seen++;
	if (locking) {
		pthread_mutex_unlock(&other);
		pthread_mutex_unlock(&lock);
	}
}

/* Here there is, in both. */
static void add_always(int n)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&other);
	total += n;
	seen++;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	for (int n = 1; n < 8; n++) {
		add(n, n % 2);
		add_always(n);
	}
	printf("%d %d\n", total, seen);
	return 0;
}
