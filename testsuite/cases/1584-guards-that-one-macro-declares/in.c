/* A guard's functions that only a macro names, whose only use becomes a section, go. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void give(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
static pthread_mutex_t *take(pthread_mutex_t *m) { pthread_mutex_lock(m); return m; }
#define GUARD(m) pthread_mutex_t *guard_ __attribute__((cleanup(give), unused)) = take(m)

static int add(int n)
{
	GUARD(&lock);

	if (n < 0)
		return -1;
	total += n;
	return total;
}

/* Variables of the functions' names are no uses of these. */
static int bounded(int n)
{
	int take = n > 3 ? 3 : n, left;

	left = n - take;
	return take * 10 + left;
}

static int given(const int *give, int n)
{
	return give[n] + *give;
}

int main(void)
{
	int n[] = { 5, 6 };

	pthread_mutex_lock(&lock);
	n[0] += total;
	pthread_mutex_unlock(&lock);
	printf("%d %d %d %d\n", add(2), add(-1), bounded(5), given(n, 1));
	return 0;
}
