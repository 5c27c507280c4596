/* Lock functions that return what giving the lock back has said. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { pthread_mutex_t m; int held, taken; };

static struct my_mutex lock = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static int sum, wrong;

static int take(struct my_mutex *l)
{
	if (pthread_mutex_lock(&l->m) != 0)
		abort();
	l->taken++;
	l->held = 1;
	return 0;
}

static int give(struct my_mutex *l)
{
	l->held = 0;
	return pthread_mutex_unlock(&l->m);
}

static int add(int n)
{
	take(&lock);
	sum += n;
	wrong += !lock.held;
	if (n > 3) {
		give(&lock);
		return n;
	}
	sum++;
	give(&lock);
	return 0;
}

int main(void)
{
	int i, n = 0;

	for (i = 0; i < 8; i++)
		n += add(i);
	printf("%d %d %d %d %d\n", n, sum, wrong, lock.taken, lock.held);
	return 0;
}
