#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

/*
 * As the manual has it:
 *
 *	unsigned char buffer[8] __attribute__((aligned(2)));
 *	int completed = 0;
 */
static int hit(int by)
{
	unsigned char buffer[8] __attribute__((aligned(2))) = "x";
	/*............0*/ int seen;

	pthread_mutex_lock(&lock);
	hits += by;
	seen = hits;
	pthread_mutex_unlock(&lock);	// not __attribute__((unused, cold))
	return seen + buffer[1];
}

int main(void)
{
	puts("__attribute__((aligned(4))) /* no comment");
	printf("%d\n", hit(3));
	return 0;
}
