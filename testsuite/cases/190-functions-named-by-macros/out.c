#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* What a test framework does: the name comes together in a macro, which declares the function, too. */
#define TEST(name) int run_test_##name(void); int run_test_##name(void)
#define GETTER(name) int get_##name(int less)
#define BEGIN(name) static void name(void) {
#define END }
#define RECURSIVE(name) static int down_##name(int from); static int down_##name(int from)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, deep;

struct run_test_first_cs {  /* lock, in.c:17-21 */
	int old;            /* out */
};

static int run_test_first_cs(void *ctx) {
	struct run_test_first_cs *cs = ctx;
	int old;
	int new;

	old = count;
	new = old + 2;
	count = new;
	cs->old = old;
	return 0;
}

TEST(first) {
	int old;

	struct run_test_first_cs cs;
	rcl_exec_anon(&lock, run_test_first_cs, &cs, sizeof(cs));
	old = cs.old;
	return old;
}

struct run_test_second_lock_1_cs {  /* lock, in.c:29-35 */
	int old;                    /* out */
};

static int run_test_second_lock_1_cs(void *ctx)
{
	struct run_test_second_lock_1_cs *cs = ctx;
	int old;

	if (count > 5) {
		return 1;
	}
	old = count;
	cs->old = old;
	return 0;
}

/* lock, in.c:38-40 */
static int run_test_second_lock_2_cs(void *ctx)
{
	count += 2;
	return 0;
}

TEST(second)
{
	int old;

	struct run_test_second_lock_1_cs cs;
	if (rcl_exec_anon(&lock, run_test_second_lock_1_cs, &cs, sizeof(cs)) == 1)
		return -1;
	old = cs.old;
	if (old == 0)
		return old;
	rcl_exec_anon(&lock, run_test_second_lock_2_cs, NULL, 0);
	return old;
}

struct get_count_cs {  /* lock, in.c:48-50 */
	int less;      /* in */
	int value;     /* out */
};

static int get_count_cs(void *ctx) {
	struct get_count_cs *cs = ctx;
	int less = cs->less;
	int value;

	value = count - less;
	cs->value = value;
	return 0;
}

/* The parameter is the macro's, too. */
static inline GETTER(count) {
	int value;

	struct get_count_cs cs = { .less = less };
	rcl_exec_anon(&lock, get_count_cs, &cs, sizeof(cs));
	value = cs.value;
	return value;
}

/* There is no brace to find in the text. */
BEGIN(reset)
	rcl_lock(&lock);
	count = 0;
	rcl_unlock(&lock);
END

/* What the macro makes cannot be made twice, as a prototype. */
RECURSIVE(count) {
	int value;

	rcl_lock(&lock);
	deep = from;
	value = from > 0 && deep > 3 ? down_count(from - 1) : from;
	rcl_unlock(&lock);
	return value;
}

int main(void)
{
	printf("%d %d %d\n", run_test_first(), run_test_second(), get_count(1));
	reset();
	printf("%d %d\n", get_count(0), down_count(2));
	return 0;
}
