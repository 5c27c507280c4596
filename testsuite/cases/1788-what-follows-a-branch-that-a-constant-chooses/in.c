/* What follows a branch that a constant chooses, and that leaves, is as it is where the file says another constant. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

#define WIDE (sizeof(long) == 8)

static int count(int n)
{
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		shared++;
		if (n > 5) {
			if (WIDE) {
				pthread_mutex_unlock(&lock);
				return 3;
			}
			shared--;
			pthread_mutex_unlock(&lock);
			n++;
			break;
		}
		pthread_mutex_unlock(&lock);
	}
	return n;
}

static int count2(int n)
{
	pthread_mutex_lock(&lock);
	shared++;
	if (WIDE) {
		pthread_mutex_unlock(&lock);
		return 3;
	}
	shared--;
	pthread_mutex_unlock(&lock);
	return n;
}

#define DEBUG 0

static int count3(int n)
{
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		shared++;
		if (DEBUG) {
			pthread_mutex_unlock(&lock);
			puts("debug");
			break;
		}
		if (DEBUG && n) {
			shared = 0;
			pthread_mutex_unlock(&lock);
			return 7;
		}
		pthread_mutex_unlock(&lock);
	}
	return n;
}

static int count5(int n)
{
	pthread_mutex_lock(&lock);
	if (!WIDE) {
		shared--;
	} else {
		pthread_mutex_unlock(&lock);
		return 3;
	}
	shared = n;
	pthread_mutex_unlock(&lock);
	return n;
}

static int count4(int n)
{
	pthread_mutex_lock(&lock);
	shared++;
	if (DEBUG) {
		pthread_mutex_unlock(&lock);
		puts("debug");
		pthread_mutex_lock(&lock);
	}
	shared--;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", count(3), count2(7), count3(2), count4(1) + count5(2));
	return 0;
}
