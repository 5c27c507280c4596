/* A macro is given the lock function's name and its argument; a member called like the function is no call of it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TRY(function, ...) do { if (function(__VA_ARGS__) != 0) abort(); } while (0)
#define MUST(function, mutex) if (function(mutex) != 0) abort()

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account account;

static pthread_mutex_t *lock_of(struct account *account)
{
	return &account->lock;
}

static long balance(struct account *account)
{
	long found;

	TRY(pthread_mutex_lock, lock_of(account));
	found = account->balance;
	TRY(pthread_mutex_unlock, lock_of(account));
	return found;
}

static void *run(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		MUST(pthread_mutex_lock, &account.lock);
		account.balance++;
		MUST(pthread_mutex_unlock, &account.lock);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	TRY(pthread_mutex_init, &account.lock, NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", balance(&account));
	return 0;
}
