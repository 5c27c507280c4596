/* Comments behind the last statement that a section ships, which keeps its lock for the rest. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int users, most, failed;
static pthread_t threads[2];

static void *work(void *given)
{
	int *n = given;

	pthread_mutex_lock(&m); /* waits for who has made it */
	*n += users;
	pthread_mutex_unlock(&m); /* the next one may go on */
	return NULL;
}

static int begin(int at, int *n)
{
	pthread_mutex_lock(&m);
	users++; /* the thread's own */
	if (pthread_create(&threads[at], NULL, work, n)) {
		failed++;
		pthread_mutex_unlock(&m);
		return -1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

static int end(int at)
{
	int left = 0;

	pthread_mutex_lock(&m); /* the thread has ended: nobody else waits */
	if (users > most)
		most = users; // how many there were
	if (--users == 0)
		left = pthread_create(&threads[at], NULL, work, &most); /* the last one */
	pthread_mutex_unlock(&m);
	return left;
}

/* a comment behind the lock call, and a section that nothing follows in its block */
static int fill(int n)
{
	int left = n;

	if (n > 0) {
		pthread_mutex_lock(&m); /* until there are so many */
		for (;;) {
			if (++users > n) {
				pthread_mutex_unlock(&m);
				break;
			}
			left--;
		}
	}
	if (n > 1)
		left += 10;
	return left;
}

int main(void)
{
	int sums[] = { 1, 2 };

	for (int at = 0; at < 2; at++) {
		if (begin(at, &sums[at]) == 0)
			pthread_join(threads[at], NULL);
	}
	end(0);
	if (end(1) == 0)
		pthread_join(threads[1], NULL);
	failed += fill(2) + fill(0);
	printf("%d %d %d %d\n", sums[0], sums[1], most, failed);
	return 0;
}
