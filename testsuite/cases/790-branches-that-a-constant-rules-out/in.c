/* A branch that a constant rules out is converted, too: in a later build the constant may be another. */
#include <pthread.h>
#include <stdio.h>
#define DEBUG 0
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static int one(int i)
{
	int k = i;
	pthread_mutex_lock(&m);
	n += i;
	if (DEBUG) {
		pthread_mutex_unlock(&m);
		goto bad;
	}
	k += n;
	pthread_mutex_unlock(&m);
	return k;
bad:
	return -1;
}
static int two(int i)
{
	pthread_mutex_lock(&m);
	n += i;
	if (DEBUG && n > 4) {
		pthread_mutex_unlock(&m);
		printf("dead\n");
		pthread_mutex_lock(&m);
	}
	n++;
	pthread_mutex_unlock(&m);
	return i;
}
static int four(int i)
{
	if (!DEBUG)
		pthread_mutex_lock(&m);
	n += i;
	if (!DEBUG)
		pthread_mutex_unlock(&m);
	return i;
}
static int five(int i)
{
	pthread_mutex_lock(&m);
	while (DEBUG) {
		pthread_mutex_unlock(&m);
		if (n > 2)
			return 5;
		pthread_mutex_lock(&m);
	}
	n += i;
	pthread_mutex_unlock(&m);
	return i;
}
static void *run(void *a)
{
	long s = 0;
	for (int i = 0; i < 1000; i++)
		s += one(i) > 0, s += two(i), s += four(i), s += five(i);
	pthread_mutex_lock(&m);
	printf("%ld\n", s);
	pthread_mutex_unlock(&m);
	return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%d\n", n); return 0; }
