#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state, uses;

/* What the branch does with the lock concerns nobody else. */
static int sum(int n, bool shared)
{
	int result = 0;
	bool locked = false;

	for (int i = 0; i < n; i++) {
		if (shared && !locked) {
			pthread_mutex_lock(&lock);
			locked = true;
		}
		result += state + i;
	}
	if (locked)
		pthread_mutex_unlock(&lock);
	return result;
}

/* Here it does. */
static int count(int n, bool shared)
{
	int result = 0;
	bool locked = false;

	for (int i = 0; i < n; i++) {
		if (shared && !locked) {
			pthread_mutex_lock(&lock);
			locked = true;
			uses++;
		}
		result += state * i;
	}
	if (locked)
		pthread_mutex_unlock(&lock);
	return result;
}

int main(void)
{
	state = 2;
	printf("%d %d %d %d\n", sum(3, true), sum(3, false), count(3, true), count(3, false));
	printf("%d\n", uses);
	return 0;
}
