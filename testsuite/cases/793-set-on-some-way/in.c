/* What a section sets and nobody reads, or reads only after another value: without a value on some way. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long data;
static long one(int n)
{
	long *y;
	pthread_mutex_lock(&m);
	data++;
	if (n & 1)
		y = &data;
	pthread_mutex_unlock(&m);
	return n;
}
static long two(int n)
{
	long *y;
	pthread_mutex_lock(&m);
	data++;
	switch ('x' & 3) {
	case 1:
		y = &data;
		break;
	}
	pthread_mutex_unlock(&m);
	return n;
}
static void *run(void *a) { long s = 0; for (int i = 0; i < 1000; i++) s += one(i), s += two(i); printf("%ld\n", s); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%ld\n", data); return 0; }
static long three(int n)
{
	int err;

	pthread_mutex_lock(&m);
	data++;
	if (n & 1)
		err = 1;
	pthread_mutex_unlock(&m);
	err = n + 2;
	return err;
}
static long four(int n)
{
	int err;

	pthread_mutex_lock(&m);
	err = data++;
	pthread_mutex_unlock(&m);
	err = n + 2;
	return err;
}
long more(int n) { return three(n) + four(n); }
