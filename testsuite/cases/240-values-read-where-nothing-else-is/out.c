/* What a section has for itself has one use left outside: that is no declaration. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total = 40, last;

/* lock, in.c:12-15 */
static int parameter_cs(void *ctx)
{
	int old;

	old = total;
	total = old + 1;
	return 0;
}

/* a parameter that is read before, and never again */
static int parameter(int old)
{
	last = old;
	rcl_exec_anon(&lock, parameter_cs, NULL, 0);
	return last;
}

/* lock, in.c:27-30 */
static int initialiser_cs(void *ctx)
{
	int old;

	old = total;
	total = old + 2;
	return 0;
}

/* what begins with another variable's declaration, which hides one */
static int initialiser(int old)
{
	int kept = 1;

	{
		int kept = old;

		rcl_exec_anon(&lock, initialiser_cs, NULL, 0);
		last = kept;
	}
	return kept + last;
}

/* lock, in.c:47-50 */
static int member_cs(void *ctx)
{
	int old;

	old = total;
	total = old + 3;
	return 0;
}

/* a member of that name */
static unsigned long member(int old)
{
	int first;

	{
		struct {
			char first;
			int old;
		} both = { 3, 4 };

		rcl_exec_anon(&lock, member_cs, NULL, 0);
		first = both.first;
	}
	return sizeof(int) * first;
}

/* lock, in.c:69-72 */
static int others_cs(void *ctx)
{
	int old;

	old = total;
	total = old + 4;
	return 0;
}

/* what stands behind an else, and sizes */
static int others(int old)
{
	int size = 0;

	{
		if (total > 1000)
			size = 7;
		else
			old++;
		{
			char of[sizeof(old)] = { 0 };

			rcl_exec_anon(&lock, others_cs, NULL, 0);
			size += (int)sizeof(of);
		}
	}
	return size;
}

struct declared_cs {  /* lock, in.c:85-90 */
	int n;        /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int n = cs->n;
	int old;
	unsigned long *where;

	old = total;
	total = old + n;
	where = (unsigned long *)&last;
	(void)where;
	return 0;
}

/* and those that are declared for it go with it */
static int declared(void)
{
	int n = 2, m = 3;

	struct declared_cs cs = { .n = n };
	rcl_exec_anon(&lock, declared_cs, &cs, sizeof(cs));
	return n + m;
}

int main(void)
{
	int made = parameter(5);

	printf("%d ", made);
	made = initialiser(7);
	printf("%d ", made);
	printf("%lu ", member(3));
	printf("%d ", others(3));
	printf("%d %d\n", declared(), total);
	return 0;
}
