#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) do { if ((call) != 0) { perror(#call); abort(); } } while (0)

struct account {
	rcl_mutex_t lock;
	long balance;
};

static void open_account(struct account *account, long balance)
{
	rcl_mutex_init(&account->lock, NULL, account_lock);
	account->balance = balance;
}

/* There is nothing to move here: both locks are for the caller. */
static void lock_both(struct account *from, struct account *to)
{
	if (from < to) {
		CHECK(rcl_lock(&from->lock));
		CHECK(rcl_lock(&to->lock));
	} else {
		CHECK(rcl_lock(&to->lock));
		CHECK(rcl_lock(&from->lock));
	}
}

struct lock_if_rich_cs {       /* from->lock, in.c:33-36 */
	struct account *from;  /* in */
	struct account *to;    /* in */
	long amount;           /* in */
};

static int lock_if_rich_cs(void *ctx)
{
	struct lock_if_rich_cs *cs = ctx;
	struct account *from = cs->from;
	struct account *to = cs->to;
	long amount = cs->amount;

	if (from->balance < amount)
		from->balance += amount;
	rcl_lock(&to->lock);
	return RCL_KEEP;
}

/* Here there is, while the first is held. */
static void lock_if_rich(struct account *from, struct account *to, long amount)
{
	struct lock_if_rich_cs cs = { .from = from, .to = to, .amount = amount };
	rcl_exec_anon(&from->lock, lock_if_rich_cs, &cs, sizeof(cs));
}

static void move(struct account *from, struct account *to, long amount, int rich)
{
	if (rich)
		lock_if_rich(from, to, amount);
	else
		lock_both(from, to);
	from->balance -= amount;
	to->balance += amount;
	rcl_unlock(&to->lock);
	rcl_unlock(&from->lock);
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
