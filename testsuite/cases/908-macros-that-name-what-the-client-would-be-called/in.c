/* Macros that name variables of the file, or declare some of their own, called as a client or a section would call its own. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int way = 5, cs = 7, context = 9, total;

#define SPARE (way)
#define SEEN cs
#define ADD(n) \
	do { \
		int ctx = 2; \
		total += (n) * ctx + context; \
	} while (0)

static int work(int n)
{
	int twice = 0, sum = 0;

	pthread_mutex_lock(&lock);
	ADD(n);
	twice = 2 * total;
	sum += n;
	if (n == 3) {
		pthread_mutex_unlock(&lock);
		return -sum;
	}
	if (n > 3) {
		pthread_mutex_unlock(&lock);
		return SPARE + n + SEEN + twice;
	}
	pthread_mutex_unlock(&lock);
	return SPARE + SEEN + twice + sum;
}

int main(void)
{
	printf("%d %d %d\n", work(1), work(3), work(7));
	return 0;
}
