/* Enumerations that a function declares, of which its section names a value: they go before the function. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* One step, of two sorts. */
static int step(int n)
{
	enum { IDLE, ADD, SUB = 5 };
	int what = n & 1 ? ADD : SUB;

	pthread_mutex_lock(&lock);
	if (what == ADD)
		total += n;
	else if (what == SUB)
		total -= n;
	pthread_mutex_unlock(&lock);
	return what;
}

static int listed(int n)
{
	int r;
	enum {
		FIRST = 1,
		SECOND = FIRST * 2	/* twice that */
	};

	pthread_mutex_lock(&lock);
	r = total += n * SECOND;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	r += FIRST;
	total += SECOND;
	pthread_mutex_unlock(&lock);
	return r;
}

static int of_its_type(int n)
{
	enum mode { ON = 1, OFF } mode = n & 1 ? ON : OFF;

	pthread_mutex_lock(&lock);
	if (mode == ON)
		total += n;
	pthread_mutex_unlock(&lock);
	return mode;
}

/* Another function has a variable of that name, and this one a comment. */
static int elsewhere(int SIZE)
{
	return SIZE + 1;
}

static int shadowed(int n)
{
	enum { SIZE = 4 };

	pthread_mutex_lock(&lock);
	total += n * SIZE;
	pthread_mutex_unlock(&lock);
	return n;
}

static int commented(int n)
{
	/* How far it goes. */
	enum { FAR = 3 };

	pthread_mutex_lock(&lock);
	total += n * FAR;
	pthread_mutex_unlock(&lock);
	return n;
}

/* The outer section declares it, the inner one names it. */
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static int inside(int n)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		enum { DEEP = 7 };

		pthread_mutex_lock(&other);
		total += i * DEEP;
		pthread_mutex_unlock(&other);
	}
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d ", inside(3));
	printf("%d %d %d ", step(3), step(4), listed(2));
	printf("%d %d %d %d %d\n", of_its_type(3), elsewhere(1), shadowed(2), commented(1), total);
	return 0;
}
