/* A declaration that moves in front of its section must not hide what the name means until then. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct item { rcl_mutex_t lock; int value; };
typedef struct { int n; } part;

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item one = { RCL_MUTEX_INITIALIZER(item_lock_in), 1 }, two = { RCL_MUTEX_INITIALIZER(item_lock_in_9), 2 };
static struct item *current = &one;
static int shared = 3, limit = 77, level, *kept;

static int twice(int n) { return 2 * n; }

struct left_early_cs {  /* lock, in.c:18-22 */
	int n;          /* in */
};

static int left_early_cs(void *ctx)
{
	struct left_early_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		return 1;
	}
	return RCL_KEEP;
}

/* in what follows a release */
static int left_early(int n)
{
	struct left_early_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, left_early_cs, &cs, sizeof(cs)) == 1) {
		return limit;
	}
	int limit = shared + n;
	shared++;
	rcl_unlock(&lock);
	return limit;
}

struct left_by_a_call_cs {  /* lock, in.c:31-35 */
	int n;              /* in */
};

static int left_by_a_call_cs(void *ctx)
{
	struct left_by_a_call_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		return 1;
	}
	return RCL_KEEP;
}

static int left_by_a_call(int n)
{
	struct left_by_a_call_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, left_by_a_call_cs, &cs, sizeof(cs)) == 1) {
		return twice(n);
	}
	int twice = shared + n;
	shared++;
	rcl_unlock(&lock);
	return twice;
}

/* in what says which mutex it is */
static int by_its_name(int n)
{
	rcl_lock(&current->lock);
	struct item *current = &two;
	current->value += n;
	rcl_unlock(&one.lock);
	return current->value;
}

struct by_its_address_cs {  /* lock, in.c:57-59 */
	int seen;           /* in-out */
};

static int by_its_address_cs(void *ctx)
{
	struct by_its_address_cs *cs = ctx;
	int seen = cs->seen;

	if (level)
		seen = 1000;
	cs->seen = seen;
	return RCL_KEEP;
}

/* in the section, which has it by its address */
static int by_its_address(int n)
{
	int seen = 0;

	struct by_its_address_cs cs = { .seen = seen };
	rcl_exec_anon(&lock, by_its_address_cs, &cs, sizeof(cs));
	seen = cs.seen;
	int level = n;
	kept = &level;
	shared++;
	rcl_unlock(&lock);
	*kept += 5;
	printf("%d\n", *kept);
	return seen + level;
}

/* behind the block that declares it */
static int behind_its_block(int n)
{
	int seen = n;

	rcl_lock(&lock);
	{
		int limit = n * 2;
		if (n == 1) {
			shared += limit;
			rcl_unlock(&lock);
			return limit;
		}
		shared++;
	}
	rcl_unlock(&lock);
	seen += limit;
	return seen;
}

struct of_a_type_cs {  /* lock, in.c:91-96 */
	int n;         /* in */
};

static int of_a_type_cs(void *ctx)
{
	struct of_a_type_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		return 1;
	}
	return RCL_KEEP;
}

static int of_a_type(int n)
{
	struct of_a_type_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, of_a_type_cs, &cs, sizeof(cs)) == 1) {
		part p = { n };
		return p.n;
	}
	int part = shared + n;
	shared++;
	rcl_unlock(&lock);
	return part;
}

struct hidden_elsewhere_cs {  /* lock, in.c:109-112 */
	int n;                /* in */
	int limit;            /* out */
};

static int hidden_elsewhere_cs(void *ctx)
{
	struct hidden_elsewhere_cs *cs = ctx;
	int n = cs->n;
	int limit = shared + n;
	shared++;
	cs->limit = limit;
	return 0;
}

/* nothing else has this name where it goes */
static int hidden_elsewhere(int n)
{
	int seen = limit;

	{
		int limit;
		struct hidden_elsewhere_cs cs = { .n = n };
		rcl_exec_anon(&lock, hidden_elsewhere_cs, &cs, sizeof(cs));
		limit = cs.limit;
		seen += limit;
	}
	return seen + limit;
}

int main(void)
{
	for (int n = 0; n < 3; n++) {
		printf("%d %d %d\n", left_early(n), left_by_a_call(n), by_its_name(n));
		printf("%d %d %d\n", by_its_address(n), behind_its_block(n), of_a_type(n));
		printf("%d\n", hidden_elsewhere(n));
	}
	return 0;
}
