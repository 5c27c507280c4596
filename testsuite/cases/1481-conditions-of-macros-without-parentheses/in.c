#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int threads, forked;
static long total;

#define ALONE threads < 2
#define SHARED threads > 1 || forked

static void take(void)
{
	if (ALONE)
		return;
	pthread_mutex_lock(&m);
}

static void give(void)
{
	if (ALONE)
		return;
	pthread_mutex_unlock(&m);
}

/* The opposite of a macro is that of all that it stands for. */
static void put(long n)
{
	take();
	total += n;
	give();
}

static void take_some(long n)
{
	if (n == 0)
		return;
	if (SHARED)
		pthread_mutex_lock(&m);
}

static void give_some(long n)
{
	if (n == 0)
		return;
	if (SHARED)
		pthread_mutex_unlock(&m);
}

/* And what is asked beside it is asked beside all of that. */
static void add(long n)
{
	take_some(n);
	total -= n / 2;
	give_some(n);
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		threads = i & 3;
		forked = i & 1;
		put(i);
		add(i);
	}
	printf("%ld\n", total);
	return 0;
}
