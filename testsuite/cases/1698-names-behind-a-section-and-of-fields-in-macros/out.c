/* What no build compiles behind a section names a variable that the section declares behind a way out: there it is not
   known yet. And a field's name in a macro that asks for its place is no variable's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

#define ADD(sum, by) do { long by_ = (by); (sum) += by_; } while (0)

struct pair {
	long first;
	long second;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total, skipped;

struct add_all_cs {           /* lock, in.c:22-30 */
	const long *numbers;  /* in */
	int i;                /* in */
	long now;             /* out */
};

static int add_all_cs(void *ctx)
{
	struct add_all_cs *cs = ctx;
	const long *numbers = cs->numbers;
	int i = cs->i;

	if (numbers[i] < 0) {
		return 1;
	}
	long now = total + numbers[i];
	total = now;
	cs->now = now;
	return 0;
}

static long add_all(const long *numbers, int count)
{
	long found = 0;

	for (int i = 0; i < count; i++) {
		long now;
		struct add_all_cs cs = { .numbers = numbers, .i = i };
		if (rcl_exec_anon(&lock, add_all_cs, &cs, sizeof(cs)) == 1) {
			skipped++;
			continue;
		}
		now = cs.now;
#ifdef LIMIT
		if (now > LIMIT)
			return -now;
#endif
		found += now;
	}
	return found;
}

struct places_cs {   /* lock, in.c:42-44 */
	long first;  /* in */
};

static int places_cs(void *ctx)
{
	struct places_cs *cs = ctx;
	long first = cs->first;

	ADD(total, first + (long)offsetof(struct pair, second));
	return 0;
}

static long places(long first, long second)
{
	struct places_cs cs = { .first = first };
	rcl_exec_anon(&lock, places_cs, &cs, sizeof(cs));
	return second;
}

int main(void)
{
	const long numbers[] = { 3, -1, 4, -1, 5 };

	printf("%ld ", add_all(numbers, 5));
	printf("%ld %ld %ld\n", places(6, 7), total, skipped);
	return 0;
}
