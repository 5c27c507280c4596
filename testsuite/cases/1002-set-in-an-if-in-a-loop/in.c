/* Variables that only some builds set, in a loop that alone gives them a value, and those whose size alone counts. */
#include <pthread.h>
#include <stdio.h>

struct pair {
	int a, b;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static struct pair paired(int n)
{
	struct pair p = { n, count };

	return p;
}

static int set_by_some_builds(int n)
{
	struct pair last;

	do {
		pthread_mutex_lock(&m);
#ifndef NO_PAIRS
		last = paired(n);
		count += last.a;
#endif
		count++;
		pthread_mutex_unlock(&m);
	} while (n-- > 0);
	return n;
}

static int set_by_all_builds(int n)
{
	struct pair last;

	do {
		pthread_mutex_lock(&m);
#ifndef NO_PAIRS
		last = paired(n);
		count += last.a;
#else
		last = paired(1);
#endif
		count++;
		pthread_mutex_unlock(&m);
	} while (n-- > 0);
	return n;
}

static int read_behind_by_some_builds(int n)
{
	int last;

	do {
		pthread_mutex_lock(&m);
#ifndef NO_PAIRS
		last = n;
#endif
		if (count > 3) {
			last = count;
		}
		count++;
		pthread_mutex_unlock(&m);
	} while (n-- > 0);
#ifndef NO_PAIRS
	n += last;
#endif
	return n;
}

static int measured(int n)
{
	struct pair last;

	pthread_mutex_lock(&m);
	count += (int)sizeof(last);
	pthread_mutex_unlock(&m);
	last = paired(n);
	return last.a + last.b;
}

int main(void)
{
	printf("%d %d\n", set_by_some_builds(2), set_by_all_builds(5));
	printf("%d\n", read_behind_by_some_builds(3));
	printf("%d\n", measured(4));
	return 0;
}
