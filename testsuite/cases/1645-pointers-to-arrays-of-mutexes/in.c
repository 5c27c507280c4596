/* Pointers that begin as arrays, of mutexes and of pointers to them, lead to the same mutexes. */
#include <pthread.h>
#include <stdio.h>

#define M PTHREAD_MUTEX_INITIALIZER

static pthread_mutex_t many[4] = { M, M, M, M };
static pthread_mutex_t *third = many + 2;
static pthread_mutex_t *store[2] = { many, &many[1] };
static pthread_mutex_t **slots = store;
static int counts[4];

static void count(int i)
{
	pthread_mutex_lock(slots[i]);
	counts[i]++;
	pthread_mutex_unlock(slots[i]);
}

static void count_third(void)
{
	pthread_mutex_lock(third);
	counts[2]++;
	pthread_mutex_unlock(third);
}

int main(void)
{
	count(0);
	count(1);
	count(1);
	count_third();
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&many[i]);
		printf("%d ", counts[i]);
		pthread_mutex_unlock(&many[i]);
	}
	printf("\n");
	return 0;
}
