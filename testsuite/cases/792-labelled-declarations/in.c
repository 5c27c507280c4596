/* What a label stands before may be a declaration: its block is the one around the label. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t odd = PTHREAD_MUTEX_INITIALIZER;
static long data;
static long one(int n)
{
	pthread_mutex_lock(&odd);
	data++;
	long way = n + data, *way_at = &way;
	pthread_mutex_unlock(&odd);
	return n + *way_at;
}
static long two(int n)
{
	pthread_mutex_lock(&odd);
	if (n & 1)
		goto skip;
	data++;
skip:
	long way = n + data, *way_at = &way;
	pthread_mutex_unlock(&odd);
	return n + *way_at;
}
static long three(int n)
{
	pthread_mutex_lock(&odd);
	if (n & 1)
		goto skip;
	data++;
skip:;
	long way = n + data, *way_at = &way;
	pthread_mutex_unlock(&odd);
	return n + *way_at;
}
static long four(int n)
{
	pthread_mutex_lock(&odd);
	switch (n & 1) {
	case 1:;
		long way = n + data, *way_at = &way;
		pthread_mutex_unlock(&odd);
		return n + *way_at;
	}
	pthread_mutex_unlock(&odd);
	return n;
}
static void *run(void *a) { long s = 0; for (int i = 0; i < 1000; i++) s += one(i), s += two(i) + three(i) + four(i); printf("%ld\n", s); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%ld\n", data); return 0; }
