#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) do { if ((call) != 0) { perror(#call); abort(); } } while (0)

struct account {
	pthread_mutex_t lock;
	long balance;
};

static void open_account(struct account *account, long balance)
{
	pthread_mutex_init(&account->lock, NULL);
	account->balance = balance;
}

/* There is nothing to move here: both locks are for the caller. */
static void lock_both(struct account *from, struct account *to)
{
	if (from < to) {
		CHECK(pthread_mutex_lock(&from->lock));
		CHECK(pthread_mutex_lock(&to->lock));
	} else {
		CHECK(pthread_mutex_lock(&to->lock));
		CHECK(pthread_mutex_lock(&from->lock));
	}
}

/* Here there is, while the first is held. */
static void lock_if_rich(struct account *from, struct account *to, long amount)
{
	pthread_mutex_lock(&from->lock);
	if (from->balance < amount)
		from->balance += amount;
	pthread_mutex_lock(&to->lock);
}

static void move(struct account *from, struct account *to, long amount, int rich)
{
	if (rich)
		lock_if_rich(from, to, amount);
	else
		lock_both(from, to);
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

int main(void)
{
	struct account one, two;

	open_account(&one, 3);
	open_account(&two, 4);
	move(&one, &two, 2, 0);
	move(&two, &one, 9, 1);
	printf("%ld %ld\n", one.balance, two.balance);
	return 0;
}
