#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int balance = 10;
static int refused;

struct deposit_cs {  /* lock, in.c:11-17 */
	int amount;  /* in */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	int amount = cs->amount;

	if (amount < 0) {
		return 1;
	}
	balance += amount;
	return 0;
}

/* One early return without a value from the section. */
static int deposit(int amount)
{
	struct deposit_cs cs = { .amount = amount };
	if (rcl_exec_anon(&lock, deposit_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return 0;
}

struct withdraw_cs {  /* lock, in.c:26-39 */
	int amount;   /* in */
	int missing;  /* out */
};

static int withdraw_cs(void *ctx)
{
	struct withdraw_cs *cs = ctx;
	int amount = cs->amount;
	int missing;

	if (amount < 0) {
		return 1;
	}
	if (amount > balance) {
		missing = amount - balance;
		cs->missing = missing;
		return 2;
	}
	balance -= amount;
	return 0;
}

/* Several, one of which returns what the section found out and does more after the release. */
static int withdraw(int amount)
{
	int missing;

	struct withdraw_cs cs = { .amount = amount };
	switch (rcl_exec_anon(&lock, withdraw_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		missing = cs.missing;
		/* not under the lock */
		refused++;
		return missing;
	}
	return 0;
}

struct check_cs {  /* lock, in.c:46-56 */
	int a;     /* in */
	int b;     /* in */
};

static int check_cs(void *ctx)
{
	struct check_cs *cs = ctx;
	int a = cs->a;
	int b = cs->b;

	if (a > balance) {
		return 1;
	}
	if (b > balance) {
		return 1;
	}
	balance++;
	return 0;
}

/* Equal tails share an exit. */
static int check(int a, int b)
{
	struct check_cs cs = { .a = a, .b = b };
	if (rcl_exec_anon(&lock, check_cs, &cs, sizeof(cs)) == 1) {
		return 1;
	}
	return 0;
}

int main(void)
{
	printf("%d %d", deposit(-3), deposit(5));
	printf(" %d %d %d", withdraw(-1), withdraw(20), withdraw(3));
	printf(" %d %d %d", check(100, 0), check(0, 100), check(0, 0));
	printf(" %d %d\n", balance, refused);
	return 0;
}
