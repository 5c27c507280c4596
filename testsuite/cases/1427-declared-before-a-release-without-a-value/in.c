/*
 * Variables that a section declares, and that get their values while the lock
 * is released: one by its address, one that nobody else needs.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int expected = 1, connections = 2, waited;

static int take(int number)
{
	int rc;

	pthread_mutex_lock(&lock);
	if (number > expected) {
		if (connections > 1) {
			struct timespec until;
			time_t now;

			pthread_mutex_unlock(&lock);
			now = time(NULL);
			memset(&until, 0, sizeof until);
			until.tv_sec = now - 2;
			rc = 0;
			pthread_mutex_lock(&lock);
			while (number > expected) {
				waited++;
				rc = pthread_cond_timedwait(&cond, &lock, &until);
				if (rc == ETIMEDOUT) {
					rc = -1;
					break;
				}
			}
			if (rc < 0) {
				printf("%d is too early\n", number);
				pthread_mutex_unlock(&lock);
				return -1;
			}
		}
	}
	expected = number + 1;
	pthread_mutex_unlock(&lock);
	return number;
}

int main(void)
{
	int n = take(1);

	n = n * 10 + take(2);
	n = n * 10 + take(5);
	printf("%d %d %d\n", n, expected, waited);
	return 0;
}
