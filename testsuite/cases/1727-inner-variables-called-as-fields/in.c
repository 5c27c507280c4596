/* The variable that a section in another one has for itself is called as a field which that one names. */
#include <pthread.h>
#include <stdio.h>

struct pair {
	int a, b;
};

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static struct pair shared = { 1, 2 };
static int total;

static int add(int n)
{
	int a;

#ifdef TRACK
	if (n > 7)
		return a;
#endif
	pthread_mutex_lock(&outer);
	total += shared.a;
	if (n > 1) {
		pthread_mutex_lock(&inner);
		a = 2 * n;
		total += a;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&outer);
	return n;
}

int main(void)
{
	int n = add(1) + add(2);

	printf("%d %d\n", n, total);
	return 0;
}
