#include <pthread.h>
#include <stdio.h>

#define HAVE_WAIT 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threads, workers, waited;

static void waits(int number)
{
	waited += number;
}

/* What the client does behind the release ends with an #endif. */
static void stop(int number)
{
	pthread_mutex_lock(&lock);
	if (threads > number) {
		threads--;
		pthread_mutex_unlock(&lock);
		waits(1);
	} else {
		workers--;
		pthread_mutex_unlock(&lock);
#ifdef HAVE_WAIT
		if (number > 0)
			waits(number);
#endif
	}
}

/* It jumps in code that no build compiles, and something follows. */
static int start(int number)
{
	int made = 0;

	pthread_mutex_lock(&lock);
	if (threads > number) {
		made = threads++;
		pthread_mutex_unlock(&lock);
	} else {
		workers++;
		pthread_mutex_unlock(&lock);
#ifndef HAVE_WAIT
		/* not on this one */
		return -1;
#else
		switch (number) {
		case 0:
			waits(10);
			break;
		case 7:
			return -7;
		default:
			made = 100;
			break;
		}
#endif /* HAVE_WAIT */
	}
	return made + 1;
}

/* There is nothing but an #if. */
static void end(int number)
{
	pthread_mutex_lock(&lock);
	if (number == 0) {
		threads = 0;
		pthread_mutex_unlock(&lock);
	} else {
		workers = 0;
		pthread_mutex_unlock(&lock);
#ifndef HAVE_WAIT
		waits(-1);
#endif
	}
}

/* What releases the lock stands in an #if that goes on around it. */
static void odd(int number)
{
	pthread_mutex_lock(&lock);
	if (number == 0) {
		threads = 1;
		pthread_mutex_unlock(&lock);
	} else {
#ifdef HAVE_WAIT
		workers = 1;
		pthread_mutex_unlock(&lock);
		waits(2);
#else
		pthread_mutex_unlock(&lock);
#endif
	}
}

int main(void)
{
	int made = start(0);

	made += start(0) + start(7) + start(3);
	stop(0);
	stop(5);
	odd(0);
	odd(1);
	printf("%d %d %d %d\n", made, threads, workers, waited);
	end(0);
	end(1);
	printf("%d %d\n", threads, workers);
	return 0;
}
