#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct quota {
	int used, limit;
};

static rcl_mutex_t users = RCL_MUTEX_INITIALIZER(users);
static rcl_mutex_t log = RCL_MUTEX_INITIALIZER(log);
static int logged;

struct charge_log_cs {        /* log, in.c:25-28 */
	struct quota before;  /* in-out */
};

static int charge_log_cs(void *ctx)
{
	struct charge_log_cs *cs = ctx;
	struct quota before = cs->before;
	int entry;

	entry = ++logged;
	before.used += entry;
	cs->before = before;
	return 0;
}

struct charge_users_cs {      /* users, in.c:19-30 */
	struct quota *quota;  /* in */
	int amount;           /* in */
	struct quota before;  /* out */
	int denied;           /* in-out */
};

static int charge_users_cs(void *ctx)
{
	struct charge_users_cs *cs = ctx;
	struct quota *quota = cs->quota;
	int amount = cs->amount;
	struct quota before;
	int denied = cs->denied;

	before = *quota;
	quota->used += amount;
	if (quota->used > quota->limit) {
		*quota = before;
		denied = 1;
		struct charge_log_cs log_cs = { .before = before };
		rcl_exec_anon(&log, charge_log_cs, &log_cs, sizeof(log_cs));
		before = log_cs.before;
	}
	cs->before = before;
	cs->denied = denied;
	return 0;
}

static int charge(struct quota *quota, int amount)
{
	struct quota before;
	int denied = 0;

	before.limit = 0;
	struct charge_users_cs cs = { .quota = quota, .amount = amount, .denied = denied };
	rcl_exec_anon(&users, charge_users_cs, &cs, sizeof(cs));
	before = cs.before;
	denied = cs.denied;
	return denied ? -before.used : before.used;
}

int main(void)
{
	struct quota quota = { 1, 10 };

	printf("%d", charge(&quota, 3));
	printf(" %d", charge(&quota, 30));
	printf(" %d %d\n", charge(&quota, 30), logged);
	return 0;
}
