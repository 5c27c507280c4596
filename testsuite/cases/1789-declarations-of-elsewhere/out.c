/* What a function declares of elsewhere its section declares for itself, if that means the same there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), inner = RCL_MUTEX_INITIALIZER(inner);
static int shared;

#define LATER(n) later((n), 1)

struct prototypes_cs {  /* lock, in.c:17-20 */
	int n;          /* in */
	int got;        /* out */
};

static int prototypes_cs(void *ctx)
{
	struct prototypes_cs *cs = ctx;
	int n = cs->n;
	int got;
	int later(int a, int b);
	extern int other(void);

	shared += LATER(n) + other();
	got = shared;
	cs->got = got;
	return 0;
}

static int prototypes(int n)
{
	int later(int a,
	          int b);
	extern int other(void);
	int got;

	struct prototypes_cs cs = { .n = n };
	rcl_exec_anon(&lock, prototypes_cs, &cs, sizeof(cs));
	got = cs.got;
	return got;
}

struct variable_cs {  /* lock, in.c:28-30 */
	int n;        /* in */
};

static int variable_cs(void *ctx)
{
	struct variable_cs *cs = ctx;
	int n = cs->n;
	extern int total;

	total += n;
	return 0;
}

static void variable(int n)
{
	extern int total;

	struct variable_cs cs = { .n = n };
	rcl_exec_anon(&lock, variable_cs, &cs, sizeof(cs));
}

struct nested_inner_cs {  /* inner, in.c:40-42 */
	int got;          /* out */
};

static int nested_inner_cs(void *ctx)
{
	struct nested_inner_cs *cs = ctx;
	int got;
	extern int total;

	got = total++;
	cs->got = got;
	return 0;
}

struct nested_lock_cs {  /* lock, in.c:38-44 */
	int got;         /* out */
};

static int nested_lock_cs(void *ctx)
{
	struct nested_lock_cs *cs = ctx;
	int got;
	extern int total;

	shared++;
	struct nested_inner_cs inner_cs;
	rcl_exec_anon(&inner, nested_inner_cs, &inner_cs, sizeof(inner_cs));
	got = inner_cs.got;
	shared += got;
	cs->got = got;
	return 0;
}

static int nested(void)
{
	extern int total;
	int got;

	struct nested_lock_cs cs;
	rcl_exec_anon(&lock, nested_lock_cs, &cs, sizeof(cs));
	got = cs.got;
	return got;
}

struct several_cs {  /* lock, in.c:53-56 */
	int n;       /* in */
};

static int several_cs(void *ctx)
{
	struct several_cs *cs = ctx;
	int n = cs->n;
	extern int total, most;

	total += n;
	most = total > most ? total : most;
	return 0;
}

/* several in one declaration, and one that another variable hides */
static int several(int n)
{
	extern int total, most;

	struct several_cs cs = { .n = n };
	rcl_exec_anon(&lock, several_cs, &cs, sizeof(cs));
	return n;
}

static int hides(int total)
{
	int got = total;
	{
		extern int total;

		rcl_lock(&lock);
		total += got;
		rcl_unlock(&lock);
	}
	return total;
}

/* a type of the function's own */
static int typed(int n)
{
	typedef int number;
	number taken(number);
	int got;

	rcl_lock(&lock);
	got = taken(n);
	rcl_unlock(&lock);
	return got;
}

int total, most;

int later(int a, int b)
{
	return a - b;
}

int other(void)
{
	return 7;
}

int taken(int n)
{
	return n + shared;
}

int main(void)
{
	int got = prototypes(3);

	variable(4);
	got += nested() + several(2) + hides(5) + typed(1);
	printf("%d %d %d %d\n", got, shared, total, most);
	return 0;
}
