/* Ways out that read alike, but whose lock functions note something else, or nothing: each is an exit of its own. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; int taken, given, dropped; };

static struct my_mutex lock = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };
static int sum;

static void take(struct my_mutex *l) { pthread_mutex_lock(&l->m); l->taken++; }
static void give(struct my_mutex *l) { l->given++; pthread_mutex_unlock(&l->m); }
static void drop(struct my_mutex *l) { l->dropped++; pthread_mutex_unlock(&l->m); }

static int add(int n)
{
	take(&lock);
	if (n == 1) {
		give(&lock);
		return 1;
	}
	if (n == 2) {
		drop(&lock);
		return 1;
	}
	if (n == 3) {
		pthread_mutex_unlock(&lock.m);
		return 1;
	}
	if (n == 4) {
		sum++;
		give(&lock);
		return 1;
	}
	sum += n;
	drop(&lock);
	return 0;
}

int main(void)
{
	int i, n = 0;

	for (i = 0; i < 8; i++)
		n += add(i);
	printf("%d %d %d %d %d\n", n, sum, lock.taken, lock.given, lock.dropped);
	return 0;
}
