/* Code between two comments of one line is no comment. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 40;

static int behind(int by)
{
	int n;

	pthread_mutex_lock(&lock); /* from here */ total += by; /* on */
	n = total;
	pthread_mutex_unlock(&lock); /* to here */ n++; /* and on */
	return n;
}

static int out(int by)
{
	pthread_mutex_lock(&lock);
	if (by > 3) {
		pthread_mutex_unlock(&lock); /* too much */ by--; /* less */
		return by; /* back */
	}
	total -= by;
	pthread_mutex_unlock(&lock);
	return by;
}

static int declared(int by)
{
	int sum = by,
	    old; /* for the section */ sum *= 2; /* for us */

	pthread_mutex_lock(&lock);
	old = total;
	total = old + sum;
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	printf("%d %d %d %d %d\n", behind(2), out(2), out(5), declared(3), total);
	return 0;
}
