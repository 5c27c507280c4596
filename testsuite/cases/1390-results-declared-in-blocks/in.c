/* What keeps a lock call's result is declared where it was, though the call stands in a block of its own. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, failed;

static int behind_a_case(int n)
{
	int e = 5;

	switch (n) {
	case 1:;
		int e = pthread_mutex_trylock(&m);

		if (e != 0)
			return -1;
		total += n;
		pthread_mutex_unlock(&m);
		n += e;
		break;
	case 2:
		n = 9;
		break;
	}
	return n + e;
}

static int in_an_if(int n)
{
	int e = 6;

	switch (n) {
	case 1:;
#ifndef SINGLE_THREADED
		int e = pthread_mutex_trylock(&m);
		if (e != 0)
			return -1;
#endif
		total += n;
		if (n > 3) {
#ifndef SINGLE_THREADED
			pthread_mutex_unlock(&m);
#endif
			return n;
		}
		n++;
#ifndef SINGLE_THREADED
		pthread_mutex_unlock(&m);
#endif
		n += e;
		break;
	case 2:
		n = 9;
		break;
	}
	return n + e;
}

/* nobody else names it */
static int only_tested(int n)
{
	switch (n) {
	case 1:;
		int e = pthread_mutex_lock(&m);

		if (e != 0)
			failed++;
		total += n;
		pthread_mutex_unlock(&m);
		break;
	case 2:
		n = 9;
		break;
	}
	return n;
}

int main(void)
{
	int n;

	for (n = 1; n < 4; n++)
		printf("%d %d %d\n", behind_a_case(n), in_an_if(n), only_tested(n));
	printf("%d %d\n", total, failed);
	return 0;
}
