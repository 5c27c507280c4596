/* What a lock function finds is asked for by an if, whose block begins with a scope macro. */
#include <pthread.h>
#include <stdio.h>

#define SYNCHRONIZED(m) \
	for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))

struct account {
	pthread_mutex_t lock;
	int id, balance;
	struct account *next;
};

static pthread_mutex_t totals_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t accounts_lock = PTHREAD_MUTEX_INITIALIZER;
static struct account saved = { PTHREAD_MUTEX_INITIALIZER, 7, 100, NULL }, *accounts = &saved;
static int total;

static struct account *account_get(int id)
{
	struct account *account;

	pthread_mutex_lock(&accounts_lock);
	for (account = accounts; account; account = account->next)
		if (account->id == id)
			break;
	pthread_mutex_unlock(&accounts_lock);
	if (account)
		pthread_mutex_lock(&account->lock);
	return account;
}

static void account_put(struct account *account)
{
	pthread_mutex_unlock(&account->lock);
}

static void deposit(int id, int amount)
{
	struct account *account = account_get(id);

	if (account != NULL) {
		SYNCHRONIZED(&totals_lock) {
			total += amount;
		}
		account->balance += amount;
		account_put(account);
	}
}

int main(void)
{
	deposit(7, 20);
	deposit(8, 30);
	printf("%d %d\n", total, saved.balance);
	return 0;
}
