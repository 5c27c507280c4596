/* spatch would take me, n and by for types behind the first of these definitions */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

long add(int me, long n);

long add(me, n)
	int me;
	long n; /* ; { */
{
	pthread_mutex_lock(&lock);
	total += n + me;
	pthread_mutex_unlock(&lock);
	return n;
}

static int compare(a, b) const int *a, *b; { return *a - *b; }

static long each(count, by, with)
	int count; long (*by)(int, long); long with;
{
	unsigned left = (unsigned)(count);

	while (left-- > 0)
		with += (by)(1, with);
	return with;
}

static long grow(int me, long n)
{
	unsigned left = (unsigned)((long)n);
	long now;

	pthread_mutex_lock(&lock);
	total += (n) + 1;
	now = total - (me) * left;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	int one = 1, two = 2;

	printf("%ld %d\n", each(3, add, 5L) + grow(1, 2), compare(&one, &two));
	return 0;
}
