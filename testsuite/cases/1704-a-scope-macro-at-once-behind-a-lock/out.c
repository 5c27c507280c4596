/* What a lock function finds is asked for by an if, whose block begins with a scope macro. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define SYNCHRONIZED(m) \
	for (int once_ = (rcl_lock(m), 1); once_; once_ = (rcl_unlock(m), 0))

struct account {
	rcl_mutex_t lock;
	int id, balance;
	struct account *next;
};

static rcl_mutex_t totals_lock = RCL_MUTEX_INITIALIZER(totals_lock);
static rcl_mutex_t accounts_lock = RCL_MUTEX_INITIALIZER(accounts_lock);
static struct account saved = { RCL_MUTEX_INITIALIZER(account_lock), 7, 100, NULL }, *accounts = &saved;
static int total;

static rcl_mutex_t *account_get_mutex(struct account *account)
{
	return &account->lock;
}

struct account_get_cs {           /* accounts_lock, in.c:23-27 */
	int id;                   /* in */
	struct account *account;  /* out */
};

static int account_get_cs(void *ctx)
{
	struct account_get_cs *cs = ctx;
	int id = cs->id;
	struct account *account;

	for (account = accounts; account; account = account->next)
		if (account->id == id)
			break;
	cs->account = account;
	return 0;
}

static struct account *account_get_first(int id)
{
	struct account *account;

	struct account_get_cs cs = { .id = id };
	rcl_exec_anon(&accounts_lock, account_get_cs, &cs, sizeof(cs));
	account = cs.account;
	return account;
}

struct deposit_totals_cs {  /* totals_lock, in.c:43-45 */
	int amount;         /* in */
};

static int deposit_totals_cs(void *ctx)
{
	struct deposit_totals_cs *cs = ctx;
	int amount = cs->amount;

	total += amount;
	return 0;
}

struct deposit_account_cs {       /* account->lock, in.c:43-47 */
	int amount;               /* in */
	struct account *account;  /* in */
};

static int deposit_account_cs(void *ctx)
{
	struct deposit_account_cs *context = ctx;
	int amount = context->amount;
	struct account *account = context->account;
	struct deposit_totals_cs cs = { .amount = amount };
	rcl_exec_anon(&totals_lock, deposit_totals_cs, &cs, sizeof(cs));
	account->balance += amount;
	return 0;
}

static void deposit(int id, int amount)
{
	struct account *account = account_get_first(id);

	if (account != NULL) {
		struct deposit_account_cs cs = { .amount = amount, .account = account };
		rcl_exec_anon(account_get_mutex(account), deposit_account_cs, &cs, sizeof(cs));
	}
}

int main(void)
{
	deposit(7, 20);
	deposit(8, 30);
	printf("%d %d\n", total, saved.balance);
	return 0;
}
