#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef unsigned (*hash_function)(const void *key);

static struct table {
	hash_function hash;
	int used[8];
} table;
static rcl_mutex_t locks[2] = { RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks) };
static int balance;

static unsigned hash_lock(rcl_mutex_t *lock)
{
	return (unsigned)(lock - locks);
}

static int use(struct table *of, void *key)
{
	return ++of->used[of->hash(key) % 8];
}

struct deposit_cs {  /* locks[account], in.c:27-29 */
	int amount;  /* in */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	int amount = cs->amount;

	balance += amount;
	return 0;
}

static int deposit(int account, int amount)
{
	int times = use(&table, &locks[account]);

	struct deposit_cs cs = { .amount = amount };
	rcl_exec_anon(&locks[account], deposit_cs, &cs, sizeof(cs));
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
