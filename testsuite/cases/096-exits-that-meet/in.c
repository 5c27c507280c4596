#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int total, spent;

/* One of the exits leaves nothing to do behind it. */
static int quiet(int n)
{
	int x = n;

	pthread_mutex_lock(&lock);
	if (n & 1) {
		total++;
		pthread_mutex_unlock(&lock);
	} else {
		total--;
		pthread_mutex_unlock(&lock);
		x = total;
	}
	return x;
}

/* None does. */
static void silent(int n)
{
	pthread_mutex_lock(&lock);
	if (n & 1) {
		total++;
		pthread_mutex_unlock(&lock);
	} else {
		total--;
		pthread_mutex_unlock(&lock);
	}
}

/* Two sections in one block, each with exits of its own. */
static int in_a_row(int n)
{
	int x = n, y = 0;

	pthread_mutex_lock(&lock);
	x += total;
	if (n == 2) {
		pthread_mutex_unlock(&lock);
		return x;
	}
	if (n == 3) {
		pthread_mutex_unlock(&lock);
		goto out;
	}
	x++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&other);
	y += x;
	if (n == 4) {
		pthread_mutex_unlock(&other);
		return y;
	}
	if (n == 5) {
		pthread_mutex_unlock(&other);
		goto out;
	}
	y++;
	pthread_mutex_unlock(&other);
out:
	return x * y;
}

/* A section in a branch, and one behind it. */
static int tried(int n)
{
	int x = n;

	if (pthread_mutex_trylock(&lock) == 0) {
		x += total;
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&other);
	x += spent;
	pthread_mutex_unlock(&other);
	return x;
}

/* A variable of the section that lives on while the lock is released. */
static int rounds(int n)
{
	int all = 0;

	pthread_mutex_lock(&lock);
	int i = 0;
	do {
		total++;
		pthread_mutex_unlock(&lock);
		all += n;
		pthread_mutex_lock(&lock);
	} while (++i < 3);
	pthread_mutex_unlock(&lock);
	return all;
}

/* One way out of it, behind the rounds, and something to do there. */
static int either(int n)
{
	int all = 0;

	pthread_mutex_lock(&lock);
	if (n > 1) {
		total++;
		pthread_mutex_unlock(&lock);
		all += n;
		pthread_mutex_lock(&lock);
		total--;
	}
	if (n > 2) {
		pthread_mutex_unlock(&lock);
		all = -all;
	} else {
		total++;
		pthread_mutex_unlock(&lock);
		all = -all;
	}
	return all;
}

int main(void)
{
	for (int i = 0; i < 7; i++) {
		silent(i);
		printf("%d %d %d %d %d\n", quiet(i), in_a_row(i), tried(i), rounds(i), either(i));
	}
	return 0;
}
