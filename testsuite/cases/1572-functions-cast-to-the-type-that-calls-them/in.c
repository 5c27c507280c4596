#include <pthread.h>
#include <stdio.h>

typedef unsigned (*hash_function)(const void *key);

static struct table {
	hash_function hash;
	int used[8];
} table;
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int balance;

static unsigned hash_lock(pthread_mutex_t *lock)
{
	return (unsigned)(lock - locks);
}

static int use(struct table *of, void *key)
{
	return ++of->used[of->hash(key) % 8];
}

static int deposit(int account, int amount)
{
	int times = use(&table, &locks[account]);

	pthread_mutex_lock(&locks[account]);
	balance += amount;
	pthread_mutex_unlock(&locks[account]);
	return times;
}

int main(void)
{
	table.hash = (hash_function)hash_lock;
	printf("%d", deposit(0, 5));
	printf("%d", deposit(1, 6));
	printf(" %d\n", balance);
	return 0;
}
