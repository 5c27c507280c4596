#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int n, told;

/* Gives both back. */
static void reschedule(int how)
{
	if (!how) {
		pthread_mutex_lock(&outer);
		pthread_mutex_lock(&inner);
	}
	n++;
	pthread_mutex_unlock(&inner);
	told = n;
	pthread_mutex_unlock(&outer);
}

/* One branch hands both locks on, the other one gives them back. */
static void schedule(int by)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);

	int old = n;

	n += by;
	int next = n;
	if (old != next) {
		reschedule(1); // gives them back
	} else {
		pthread_mutex_unlock(&inner);
		pthread_mutex_unlock(&outer);
	}

	printf("%d\n", by);
}

int main(void)
{
	schedule(1);
	schedule(0);
	reschedule(0);
	printf("%d %d\n", n, told);
	return 0;
}
