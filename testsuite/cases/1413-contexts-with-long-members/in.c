/* The comments of a context stand in a column that a long member does not move. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

int visit(int from, int to, int (*each)(unsigned long, const char *const *, unsigned long, int (*)(const char *, int)), int (*more)(int))
{
	int got = 0;

	pthread_mutex_lock(&m);
	for (int i = from; i < to; i++)
		got += each(i, NULL, 0, NULL) + more(n++);
	pthread_mutex_unlock(&m);
	return got;
}

static int one(unsigned long a, const char *const *b, unsigned long c, int (*d)(const char *, int))
{
	return (int)(a + c) + (b != NULL) + (d != NULL);
}

static int same(int k)
{
	return k;
}

int main(void)
{
	int got = visit(1, 4, one, same);

	printf("%d %d\n", got, n);
	return 0;
}
