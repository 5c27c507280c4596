/* What is declared, or made, while the lock is released may be used by its address when it is taken again. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct pair { int a, b; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, *kept;

static void keep(int *at)
{
	kept = at;
}

static int of_a_variable(int n)
{
	int sum = 0, *at = &shared;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		pthread_mutex_unlock(&lock);
		int here = n + i;
		at = &here;
		pthread_mutex_lock(&lock);
		sum += *at;
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

static int of_a_literal(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		pthread_mutex_unlock(&lock);
		const struct pair *at = &(struct pair){ n, i };
		pthread_mutex_lock(&lock);
		sum += at->a * at->b;
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

static int by_a_function(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		pthread_mutex_unlock(&lock);
		int here[] = { n, i };
		keep(here);
		pthread_mutex_lock(&lock);
		sum += kept[0] * kept[1];
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

/* nobody has the address when the lock is taken again */
static int for_a_while(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		pthread_mutex_unlock(&lock);
		char text[20];
		snprintf(text, sizeof(text), "%d", n * i);
		sum += (int)strlen(text);
		if (sum > 1) {
			int here = sum;
			keep(&here);
			sum += *kept;
		}
		pthread_mutex_lock(&lock);
		printf("%d\n", sum);
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	int a = of_a_variable(1), b = of_a_literal(2), c = by_a_function(3), d = for_a_while(4);

	printf("%d %d %d %d %d\n", a, b, c, d, shared);
	return 0;
}
