/* A function that may return, or decide, before it tries the lock is more than the attempt. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct account {
	rcl_mutex_t lock;
	long balance;
};

static struct account account = { RCL_MUTEX_INITIALIZER(account_lock), 0 };

static int try_account(struct account *account)
{
	if (account == NULL)
		return EINVAL;
	return rcl_trylock(&account->lock);
}

static rcl_mutex_t *lock_of(struct account *account)
{
	if (account == NULL)
		return NULL;
	if (rcl_trylock(&account->lock) != 0)
		return NULL;
	return &account->lock;
}

static int is_mine(struct account *account)
{
	if (account != NULL && rcl_trylock(&account->lock) == 0)
		return 1;
	return 0;
}

static rcl_mutex_t *try_once_mutex(struct account *account)
{
	return &account->lock;
}

static int add(struct account *account)
{
	if (try_account(account) == 0) {
		account->balance++;
		rcl_unlock(&account->lock);
		return 1;
	}
	return 0;
}

static int add_to(struct account *account)
{
	rcl_mutex_t *lock = lock_of(account);

	if (lock) {
		account->balance++;
		rcl_unlock(lock);
		return 1;
	}
	return 0;
}

static int add_mine(struct account *account)
{
	if (is_mine(account)) {
		account->balance++;
		rcl_unlock(&account->lock);
		return 1;
	}
	return 0;
}

struct add_once_cs {              /* account->lock, in.c:75-78 */
	struct account *account;  /* in */
};

static int add_once_cs(void *ctx)
{
	struct add_once_cs *cs = ctx;
	struct account *account = cs->account;

	account->balance++;
	return 1;
}

static int add_once(struct account *account)
{
	struct add_once_cs cs = { .account = account };
	if (rcl_tryexec(try_once_mutex(account), add_once_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return 0;
}

int main(void)
{
	printf("%d %d\n", add(&account), add(NULL));
	printf("%d %d\n", add_to(&account), add_to(NULL));
	printf("%d %d\n", add_mine(&account), add_mine(NULL));
	printf("%d\n", add_once(&account));
	printf("%ld\n", account.balance);
	return 0;
}
