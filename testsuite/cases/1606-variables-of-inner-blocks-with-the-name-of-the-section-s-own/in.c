/* Variables that only sections need, where blocks of their clients have others of the same name. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int busy, ready;

static int stopped(int n)
{
	int r;

	if (n > 3) {
		int r = stopped(n - 3);
		if (r != 0)
			return r;
	}

	pthread_mutex_lock(&m);
	while (busy) {
		r = pthread_cond_wait(&c, &m);
		assert(r == 0);
	}
	ready++;
	pthread_mutex_unlock(&m);
	return 0;
}

static int plain(int n)
{
	int r;

	if (n > 3) {
		int r = stopped(n - 3);
		if (r != 0)
			return r;
	}

	pthread_mutex_lock(&m);
	r = ready + n;
	ready = r * 2;
	pthread_mutex_unlock(&m);
	return 0;
}

static int behind(int n)
{
	int r;

	pthread_mutex_lock(&m);
	r = ready + n;
	ready = r * 2;
	pthread_mutex_unlock(&m);

	for (int r = 0; r < n; r++) {
		if (plain(r))
			return r;
	}
	return 0;
}

static int count = 100;

/* the block names the one from outside first, which no section hands out; another one stands outside of the function */
static int first_outside(int n)
{
	int count;

	if (n > 1) {
		count = n;
		int count = 3;
		n += count;
	}
	pthread_mutex_lock(&m);
	count = ready + n;
	ready = count * 2;
	pthread_mutex_unlock(&m);
	return n;
}

/* in two blocks, in one of which another section needs one of its own */
static int twice(int n)
{
	int count;

	if (n > 1) {
		int i, count = 3;
		for (i = 0; i < 2; i++)
			n += count;
	} else {
		int count;
		pthread_mutex_lock(&m);
		count = ready - n;
		ready = count + 1;
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_lock(&m);
	count = ready + n;
	ready = count * 2;
	pthread_mutex_unlock(&m);
	return n;
}

/* another build takes the one from outside */
static int in_an_if(int n)
{
	int count = n;

	if (n > 1) {
#ifndef NEVER
		int count = 3;
#endif
		n += count;
	}
	pthread_mutex_lock(&m);
	count = ready + n;
	ready = count % 1000;
	pthread_mutex_unlock(&m);
	return n;
}

/* loops without braces, and such of which the second name is one */
static int loops(int n)
{
	int count;

	for (int count = 0; count < 3; count++)
		n += count;
	for (int i = n, count = 0; count < i; count++) {
		n -= count;
	}
	pthread_mutex_lock(&m);
	count = ready + n;
	ready = count % 1000;
	pthread_mutex_unlock(&m);
	return n;
}

/* a loop that only counts by the one from outside, behind another that does not */
static int counted_outside(int n)
{
	int i, count;

	for (int count = 0; count < 3; count++)
		n += count;
	for (i = 0, count = 1; i < 3; i++)
		n++;
	pthread_mutex_lock(&m);
	count = ready + n;
	ready = count % 1000;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d %d\n", stopped(7), plain(5), behind(2));
	printf("%d %d %d\n", first_outside(2), twice(1), twice(2));
	printf("%d %d %d\n", in_an_if(2), loops(1) + counted_outside(2), count);
	printf("%d\n", ready);
	return 0;
}
