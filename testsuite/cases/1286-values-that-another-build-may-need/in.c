/* Another build may need, or hand on, what a variable was before its section: it is handed in. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3;

/* the build that reads it gives it no value before */
static int set_in_an_if(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
#ifndef OTHER
	x = shared;
#endif
	shared += x;
	pthread_mutex_unlock(&m);
	return x;
}

/* a condition that only that build has */
static int set_under_an_if(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
#ifdef OTHER
	if (shared > 5)
#endif
	x = shared;
#ifdef OTHER
	shared += x;
#endif
	shared += x;
	pthread_mutex_unlock(&m);
	return x;
}

/* a block that only that build opens */
static int set_in_its_block(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
#ifdef OTHER
	if (shared > 5) {
#endif
	x = shared;
	shared += x;
#ifdef OTHER
	}
	shared += x;
#endif
	pthread_mutex_unlock(&m);
	return n;
}

/* the other branch is only there */
static int set_in_the_other_branch(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
	if (shared > n) {
		x = shared;
		shared += x;
#ifdef OTHER
	} else {
		shared += x;
#endif
	}
	pthread_mutex_unlock(&m);
	return n;
}

/* it may be reached by a label */
static int jumped_over(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
	if (shared > 5)
		goto set;
	x = shared;
set:
	shared++;
#ifdef OTHER
	shared += x;
#endif
	pthread_mutex_unlock(&m);
	return n;
}

/* and a case */
static int in_a_case(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
	switch (shared & 1) {
	case 0:
		x = shared;
		shared += x;
		/* falls through */
	case 1:
		shared++;
#ifdef OTHER
		shared += x;
#endif
	}
	pthread_mutex_unlock(&m);
	return n;
}

/* read first */
static int read_first(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
#ifdef OTHER
	shared += x;
#endif
	x = shared;
	shared += x;
	pthread_mutex_unlock(&m);
	return n;
}

/* that build leaves before it gives the value, which is handed on */
static int left_before(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
#ifdef OTHER
	if (shared > 5)
		goto out;
#endif
	x = shared;
#ifdef OTHER
	shared += x;
	goto out;
out:
#endif
	shared++;
	pthread_mutex_unlock(&m);
	return x;
}

/* while the section waits, its own variables go away */
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waited(int n)
{
	int x = n;

	pthread_mutex_lock(&m);
	x = shared;
	shared += x;
	while (shared < n)
		pthread_cond_wait(&c, &m);
#ifdef OTHER
	shared += x;
#endif
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d\n", set_in_an_if(1));
	printf("%d\n", set_under_an_if(2));
	printf("%d\n", set_in_its_block(3));
	printf("%d\n", set_in_the_other_branch(4));
	printf("%d\n", jumped_over(5));
	printf("%d\n", in_a_case(6));
	printf("%d\n", read_first(7));
	printf("%d\n", left_before(8));
	printf("%d\n", waited(9));
	printf("%d\n", shared);
	return 0;
}
