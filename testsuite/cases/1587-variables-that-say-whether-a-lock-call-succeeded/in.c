/* Variables that only say whether a lock call has succeeded, for the release to ask for them. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int added(int n)
{
	bool unlock = !pthread_mutex_lock(&lock);

	total += n;
	if (unlock)
		pthread_mutex_unlock(&lock);
	return n;
}

static int twice(int n)
{
	int locked = pthread_mutex_lock(&lock) == 0;

	if (n < 0) {
		if (locked) {
			pthread_mutex_unlock(&lock);
		}
		return -1;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

/* This one says so to others, too. */
static int told(int n, int *done)
{
	bool unlock = !pthread_mutex_lock(&lock);

	total += n;
	if (unlock)
		pthread_mutex_unlock(&lock);
	*done = unlock;
	return n;
}

/* And this one is changed. */
static int changed(int n)
{
	bool unlock = !pthread_mutex_lock(&lock);

	total += n;
	if (n > 2) {
		unlock = false;
		pthread_mutex_unlock(&lock);
	}
	if (unlock)
		pthread_mutex_unlock(&lock);
	return n;
}

/* More than the release hangs on this one. */
static int more(int n)
{
	bool unlock = !pthread_mutex_lock(&lock);

	total += n;
	if (unlock) {
		total++;
		pthread_mutex_unlock(&lock);
	}
	return n;
}

int main(void)
{
	printf("%d ", more(6));
	int done;

	printf("%d %d %d ", added(2), twice(3), twice(-1));
	printf("%d %d %d ", told(4, &done), changed(1), changed(5));
	printf("%d %d\n", done, total);
	return 0;
}
