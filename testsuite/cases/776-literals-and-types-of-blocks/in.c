/* A literal whose address is kept lives as long as its block; a type of the function's own may be in one without a
   name, and means something else outside. */
#include <pthread.h>
#include <stdio.h>

struct part { char c; };
struct pair { long a, b; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static struct pair *kept;

static void keep(struct pair *p) { kept = p; }

static long in_a_block(long n)
{
	pthread_mutex_lock(&lock);
	if (n > 0) {
		keep(&(struct pair){ n, 2 });
		sum += kept->a + kept->b;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

static long beyond(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	keep(&(struct pair){ n, 2 });
	pthread_mutex_unlock(&lock);
	return kept->a + kept->b;
}

static long of_the_function(long n)
{
	struct part { long v[2]; };
	struct { struct part part; long more; } both = { { { n, 3 } }, 4 };

	pthread_mutex_lock(&lock);
	sum += both.part.v[1] + (long)sizeof(both);
	both.more++;
	pthread_mutex_unlock(&lock);
	return both.more;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld %ld %ld\n", in_a_block(n), beyond(n), of_the_function(n), sum);
	return 0;
}
