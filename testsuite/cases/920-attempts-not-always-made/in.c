/* A function that may return, or decide, before it tries the lock is more than the attempt. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account account = { PTHREAD_MUTEX_INITIALIZER, 0 };

static int try_account(struct account *account)
{
	if (account == NULL)
		return EINVAL;
	return pthread_mutex_trylock(&account->lock);
}

static pthread_mutex_t *lock_of(struct account *account)
{
	if (account == NULL)
		return NULL;
	if (pthread_mutex_trylock(&account->lock) != 0)
		return NULL;
	return &account->lock;
}

static int is_mine(struct account *account)
{
	if (account != NULL && pthread_mutex_trylock(&account->lock) == 0)
		return 1;
	return 0;
}

static int try_once(struct account *account)
{
	return pthread_mutex_trylock(&account->lock);
}

static int add(struct account *account)
{
	if (try_account(account) == 0) {
		account->balance++;
		pthread_mutex_unlock(&account->lock);
		return 1;
	}
	return 0;
}

static int add_to(struct account *account)
{
	pthread_mutex_t *lock = lock_of(account);

	if (lock) {
		account->balance++;
		pthread_mutex_unlock(lock);
		return 1;
	}
	return 0;
}

static int add_mine(struct account *account)
{
	if (is_mine(account)) {
		account->balance++;
		pthread_mutex_unlock(&account->lock);
		return 1;
	}
	return 0;
}

static int add_once(struct account *account)
{
	if (try_once(account) == 0) {
		account->balance++;
		pthread_mutex_unlock(&account->lock);
		return 1;
	}
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
