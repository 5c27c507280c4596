/* Code that was commented out at the beginning of its line stays there, on a way out, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, limit = 3, freed;

static int take(char *text)
{
	int n;

	while (1) {
		pthread_mutex_lock(&lock);
		if (next == limit) {
			pthread_mutex_unlock(&lock);
//			printf("freeing text\n");
			free(text);
			freed++;
			printf("%d \
freed\n", freed);
/* no more:
			return 0;
*/
			return 1;
		}
		n = next++;
		pthread_mutex_unlock(&lock);
//		printf("%d\n", n);
		printf("%d \
again\n", n);
		text[n] = 'x';
	}
}

static void give(int n)
{
	pthread_mutex_lock(&lock);
	if (n == 0) {
		pthread_mutex_unlock(&lock);
//		printf("none\n");
		return;
	}
	next -= n;
	pthread_mutex_unlock(&lock);
}

static int try(void)
{
	if (pthread_mutex_trylock(&lock)) {
//		printf("busy\n");
		freed--;
		return 1;
	}
	next++;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	int taken = take(calloc(8, 1)), tried = try();

	give(2);
	printf("%d %d %d %d\n", taken, freed, next, tried);
	return 0;
}
