/* Functions that take a mutex of a table: one beside each gives the mutex, with the same parameters, whatever comments
 * stand between them, or if they are declared in the old style. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t locks[4] = { [0 ... 3] = RCL_MUTEX_INITIALIZER(locks) };
static int counts[4];

static rcl_mutex_t *shard_mutex(unsigned char shard)
{
	return &locks[shard];
}

static rcl_mutex_t *old_mutex(unsigned char shard, char *name)
{
	return &locks[shard + (*name == 'x')];
}

static rcl_mutex_t *by_mutex(int (*hash)(int, char), const unsigned char key[static 1])
{
	return &locks[hash(key[0], 'k') & 3];
}

static int add(int a, char b)
{
	return a + b;
}

struct count_locks_1_cs {  /* locks[256 + n], in.c:55-57 */
	int n;             /* in */
	int sum;           /* in-out */
};

static int count_locks_1_cs(void *ctx)
{
	struct count_locks_1_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;

	sum += counts[n]++;
	cs->sum = sum;
	return 0;
}

struct count_locks_2_cs {  /* locks[...], in.c:58-60 */
	int n;             /* in */
	int sum;           /* in-out */
};

static int count_locks_2_cs(void *ctx)
{
	struct count_locks_2_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;

	sum += counts[n];
	cs->sum = sum;
	return 0;
}

struct count_locks_3_cs {  /* locks[...], in.c:61-63 */
	int sum;           /* in-out */
};

static int count_locks_3_cs(void *ctx)
{
	struct count_locks_3_cs *cs = ctx;
	int sum = cs->sum;

	sum *= 2;
	cs->sum = sum;
	return 0;
}

static int count(int n, char *name)
{
	unsigned char key = (unsigned char)n;
	int sum = 0;

	struct count_locks_1_cs cs = { .n = n, .sum = sum };
	rcl_exec_anon(shard_mutex(256 + n), count_locks_1_cs, &cs, sizeof(cs));
	sum = cs.sum;
	struct count_locks_2_cs locks_2_cs = { .n = n, .sum = sum };
	rcl_exec_anon(old_mutex(256 + n, name), count_locks_2_cs, &locks_2_cs, sizeof(locks_2_cs));
	sum = locks_2_cs.sum;
	struct count_locks_3_cs locks_3_cs = { .sum = sum };
	rcl_exec_anon(by_mutex(add, &key), count_locks_3_cs, &locks_3_cs, sizeof(locks_3_cs));
	sum = locks_3_cs.sum;
	return sum;
}

int main(void)
{
	printf("%d\n", count(1, "y") + count(2, "x") + count(1, "z"));
	return 0;
}
