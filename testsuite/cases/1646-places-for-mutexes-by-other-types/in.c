/* Functions that put the address of a mutex where a pointer to places for such leads, as it is, or by another type. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *store[4];
static pthread_mutex_t **slots = store;
static int total;

static void put(void **to, void *value)
{
	*to = value;
}

static void set(void *to, void *value)
{
	*(void **)to = value;
}

static int add(int i, int n)
{
	int now;

	pthread_mutex_lock(store[i]);
	total += n;
	now = total;
	pthread_mutex_unlock(store[i]);
	return now;
}

int main(void)
{
	put((void **)slots + 1, &one);
	set(&slots[2], &two);
	printf("%d %d\n", add(1, 3), add(2, 4));
	return 0;
}
