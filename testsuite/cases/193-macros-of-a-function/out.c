#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LATER 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, tags[4];

#define MAX_TAGS 4 /* at most so many */
#define CLIPPED(n) \
	((n) < 3 ? (n) : 3)

struct answer_lock_1_cs {  /* lock, in.c:17-20 */
	int number;        /* in */
	int *found;        /* by reference */
};

static int answer_lock_1_cs(void *ctx)
{
	struct answer_lock_1_cs *cs = ctx;
	int number = cs->number;
	int *found = cs->found;

	for (int i = 0; i < MAX_TAGS; i++)
		found[i] = tags[i] += CLIPPED(number);
	return 0;
}

#undef MAX_TAGS
#undef CLIPPED

#define CLIPPED(n) \
	((n) < 3 ? (n) : 3)

struct answer_lock_2_cs {  /* lock, in.c:23-25 */
	int sum;           /* in */
};

static int answer_lock_2_cs(void *ctx)
{
	struct answer_lock_2_cs *cs = ctx;
	int sum = cs->sum;

	count += CLIPPED(sum);
	return 0;
}

#undef CLIPPED

/* Their definitions are repeated before the section's function. */
static int answer(int number)
{
#define MAX_TAGS 4 /* at most so many */
#define CLIPPED(n) \
	((n) < 3 ? (n) : 3)
	int found[MAX_TAGS] = {0}, sum = 0;

	struct answer_lock_1_cs cs = { .number = number, .found = found };
	rcl_exec_anon(&lock, answer_lock_1_cs, &cs, sizeof(cs));
	for (int i = 0; i < MAX_TAGS; i++)
		sum += found[i];
	struct answer_lock_2_cs lock_2_cs = { .sum = sum };
	rcl_exec_anon(&lock, answer_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	return sum;
}

/* What one stands for depends on the build. */
static int conditional(void)
{
#ifdef BIG
#define STEP 100
#else
#define STEP 1
#endif
	rcl_lock(&lock);
	count += STEP;
	rcl_unlock(&lock);
	return count;
}

/* It is another one before, and another one behind. */
static int again(void)
{
#undef LATER
#define LATER 10
	rcl_lock(&lock);
	count += LATER;
	rcl_unlock(&lock);
	return count;
}

/* It stands for another one, which the section does not name. */
static int through(void)
{
#define HIDDEN 5
#define SHOWN (HIDDEN + 1)
	rcl_lock(&lock);
	count += SHOWN;
	rcl_unlock(&lock);
	return count;
}

#define NEXT (step + 1)

struct of_variable_cs {  /* lock, in.c:69-71 */
	int step;        /* in */
};

static int of_variable_cs(void *ctx)
{
	struct of_variable_cs *cs = ctx;
	int step = cs->step;

	count += NEXT;
	return 0;
}

#undef NEXT

/* It names a variable, which the section does not. */
static int of_variable(int step)
{
#define NEXT (step + 1)
	struct of_variable_cs cs = { .step = step };
	rcl_exec_anon(&lock, of_variable_cs, &cs, sizeof(cs));
	return count;
}

int main(void)
{
	int one = answer(2), two = answer(7);

	printf("%d %d %d\n", one, two, count);
	printf("%d ", conditional());
	printf("%d ", again());
	printf("%d %d ", through(), MAX_TAGS);
	printf("%d\n", of_variable(3));
	return 0;
}
