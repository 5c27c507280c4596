#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, rounds;

/* the block ends with the lock or, where that was given back, with another value of the flag */
static int add(int n)
{
	int held = 0, seen = 0;

	{
		pthread_mutex_lock(&lock);
		held = 1;
		seen = sum += n;
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			held = 0;
			rounds += 2;
		}
	}
	rounds++;
	if (held)
		pthread_mutex_unlock(&lock);
	return seen * 10 + held;
}

/* and two such ways */
static int add_most(int n)
{
	int held = 0, seen = 0;

	{
		pthread_mutex_lock(&lock);
		held = 1;
		seen = sum += n;
		if (n > 4) {
			pthread_mutex_unlock(&lock);
			held = 0;
			seen = -1;
		} else if (n > 2) {
			pthread_mutex_unlock(&lock);
			held = 0;
			rounds += 2;
		}
	}
	rounds++;
	if (held)
		pthread_mutex_unlock(&lock);
	return seen * 10 + held;
}

int main(void)
{
	int i;

	for (i = 0; i < 7; i++) {
		int one = add(i), two = add_most(i);

		printf("%d %d %d %d\n", one, two, sum, rounds);
	}
	return 0;
}
