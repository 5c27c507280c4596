/* A macro is given the lock function's name and its argument; a member called like the function is no call of it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define TRY(function, ...) do { if (function(__VA_ARGS__) != 0) abort(); } while (0)
#define MUST(function, mutex) if (function(mutex) != 0) abort()

struct account {
	rcl_mutex_t lock;
	long balance;
};

static struct account account;

static rcl_mutex_t *lock_of(struct account *account)
{
	return &account->lock;
}

struct balance_cs {               /* lock_of(account), in.c:25-27 */
	struct account *account;  /* in */
	long found;               /* out */
};

static int balance_cs(void *ctx)
{
	struct balance_cs *cs = ctx;
	struct account *account = cs->account;
	long found;

	found = account->balance;
	cs->found = found;
	return 0;
}

static long balance(struct account *account)
{
	long found;

	struct balance_cs cs = { .account = account };
	rcl_exec_anon(lock_of(account), balance_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

/* account.lock, in.c:36-38 */
static int run_cs(void *ctx)
{
	account.balance++;
	return 0;
}

static void *run(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		rcl_exec_anon(&account.lock, run_cs, NULL, 0);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	TRY(rcl_mutex_init, &account.lock, NULL, account_lock);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", balance(&account));
	return 0;
}
