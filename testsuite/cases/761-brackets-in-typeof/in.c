/* typeof asks for the type of what stands in any number of parentheses: libclang does not tell of that. */
#include <pthread.h>
#include <stdio.h>

struct nest { long b; int tail[3]; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void add(int *x) { *x += 1; }

static long first(int *x) { return x[0]; }

static long nested(long n)
{
	int two = (int)n;

	add(&two);
	pthread_mutex_lock(&lock);
	sum += two + (long)sizeof(__typeof__(((two))));
	pthread_mutex_unlock(&lock);
	add(&two);
	return two;
}

static long of_a_member(long n)
{
	struct nest key = { .b = n };

	pthread_mutex_lock(&lock);
	__typeof__((key.b + first((key.tail)))) one = key.b + first(key.tail);
	sum += (long)one;
	pthread_mutex_unlock(&lock);
	return key.b;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld\n", nested(n), of_a_member(n));
	printf("%ld\n", sum);
	return 0;
}
