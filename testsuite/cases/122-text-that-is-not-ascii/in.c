#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

/* what the client does itself, an attempt that fails and a tail, goes through spatch as text */
static int try(int by)
{
	if (pthread_mutex_trylock(&lock) != 0) {
		puts("belegt: schön");	/* später */
		return -1;
	}
	if (n > 3) {
		pthread_mutex_unlock(&lock);
		puts("genug für heute");	/* 十分 */
		return by;
	}
	n += by;
	pthread_mutex_unlock(&lock);
	return n;
}

static void drain(int to)
{
	pthread_mutex_lock(&lock);
	while (n > to) {
		n--;
		pthread_mutex_unlock(&lock);
		puts("einer für alle");	/* 一 */
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	int first = try(2);
	int second = try(3);

	printf("%d %d %d\n", first, second, try(4));
	drain(1);
	return 0;
}
