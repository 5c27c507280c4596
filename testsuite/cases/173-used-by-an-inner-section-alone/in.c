#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int values[4] = { 1, 2, 3, 4 }, rounds;

/* What the outer section declares is used by the inner one alone. */
static int sum(void)
{
	int total = 0;

	pthread_mutex_lock(&outer);
	while (rounds < 2) {
		int i, *value;
		int again = rounds;

		if (pthread_mutex_trylock(&inner) == 0) {
			for (i = 0; i < 4; i++) {
				value = &values[i];
				total += *value;
			}
			pthread_mutex_unlock(&inner);
		}
		rounds = again + 1;
	}
	pthread_mutex_unlock(&outer);
	return total;
}

/* It is used between them, too. */
static int most(void)
{
	int best = 0, i;

	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	for (i = 0; i < 4; i++)
		best = values[i] > best ? values[i] : best;
	pthread_mutex_unlock(&inner);
	for (i = 0; i < 2; i++)
		rounds += i;
	pthread_mutex_unlock(&outer);
	return best;
}

int main(void)
{
	printf("%d", sum());
	printf(" %d %d\n", most(), rounds);
	return 0;
}
