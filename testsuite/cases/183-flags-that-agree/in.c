#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int sum, rounds;

/* the first section is over where the second one begins, whatever path was taken */
static int extend(int by, int often)
{
	int extending = by > 3, left = 0;

	if (extending)
		pthread_mutex_lock(&lock);
	if (sum > 100)
		left = sum - 100;
	if (extending) {
		sum += by;
		if (sum < 0)
			extending = 0;
		pthread_mutex_unlock(&lock);
	}
	while (often-- > 0) {
		pthread_mutex_lock(&lock);
		rounds++;
		pthread_mutex_unlock(&lock);
	}
	return left;
}

/* a flag of its own for each of two locks */
static int both(int n)
{
	int held = 0, ret = 0, *found = NULL;

	pthread_mutex_lock(&lock);
	held = 1;
	sum += n;
	if (n > 2) {
		pthread_mutex_unlock(&lock);
		held = 0;
		rounds += 2;
	}
	if (!held) {
		pthread_mutex_lock(&lock);
		held = 1;
	}
	if (n < 0) {
		ret = -1;
		found = &sum;
		pthread_mutex_lock(&other);
	}
	rounds++;
	if (held)
		pthread_mutex_unlock(&lock);
	if (found != NULL) {
		*found = 0;
		pthread_mutex_unlock(&other);
	}
	pthread_mutex_lock(&other);
	rounds++;
	pthread_mutex_unlock(&other);
	return ret;
}

/* this flag may be anything: its address is known */
static void set(int *flag)
{
	*flag = sum % 2;
}

static int unsure(int n)
{
	int held = 0;

	set(&held);
	if (held) {
		pthread_mutex_lock(&other);
		sum += n;
	}
	set(&held);
	if (held) {
		rounds++;
		pthread_mutex_unlock(&other);
	}
	return held;
}

/* this one is counted down while the lock is held */
static int counted(int n)
{
	int held = 2;

	if (held) {
		pthread_mutex_lock(&lock);
		sum -= n;
	}
	held--;
	held--;
	if (!held) {
		rounds--;
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	sum++;
	pthread_mutex_unlock(&lock);
	return held;
}

int main(void)
{
	int i;

	for (i = -1; i < 7; i++) {
		int a = extend(i, 2), b = both(i), c = counted(i);

		printf("%d %d %d\n", a, b, c);
	}
	printf("%d %d\n", sum, rounds);
	sum -= sum % 2;
	printf("%d\n", unsure(2));
	return 0;
}
