/* A section that ends with a call of what never returns, of which only its body tells: compilers see an end there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void fail(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(1);
}

static void give_up(const char *why) __attribute__((noreturn));

static void give_up(const char *why)
{
	fail(why);
	abort();
}

static void add(int n)
{
	pthread_mutex_lock(&lock);
	switch (n & 3) {
	case 0:
		total += n;
		pthread_mutex_unlock(&lock);
		break;
	case 1:
		total -= n;
		pthread_mutex_unlock(&lock);
		return;
	default:
		fail("odd");
	}
	printf("added %d\n", n);
}

static int bounded(int n)
{
	pthread_mutex_lock(&lock);
	if (n < 10) {
		total += n;
		pthread_mutex_unlock(&lock);
		return n;
	}
	if (n < 20)
		fail("too many");
	else
		fail("far too many");
	return 0;
}

/* A declaration says of this one that it never returns. */
static int known(int n)
{
	pthread_mutex_lock(&lock);
	if (n < 10) {
		total += n;
		pthread_mutex_unlock(&lock);
		return n;
	}
	give_up("too many");
}

int main(void)
{
	add(4);
	add(5);
	printf("%d %d %d\n", bounded(2), known(3), total);
	return 0;
}
