/* A macro's meaning where the section stands goes by what its function defines, though the section does not name that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define UNIT 1
#define SCALED(n) ((n) * UNIT)
#define TWICE(n) (SCALED(n) + SCALED(n))
#define OWN(n) ((n) + HERE)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

static int by_another_unit(int n)
{
#undef UNIT
#define UNIT 4
	rcl_lock(&m);
	n = TWICE(n);
	total += n;
	rcl_unlock(&m);
	return n;
#undef UNIT
#define UNIT 1
}

struct changed_there_cs {  /* m, in.c:30-31 */
	int before;        /* in */
};

static int changed_there_cs(void *ctx)
{
	struct changed_there_cs *cs = ctx;
	int before = cs->before;

	total += before;
	return RCL_KEEP;
}

static int changed_there(int n)
{
	int before = SCALED(n);

	struct changed_there_cs cs = { .before = before };
	rcl_exec_anon(&m, changed_there_cs, &cs, sizeof(cs));
#undef UNIT
#define UNIT 7
	n = SCALED(n);
#undef UNIT
#define UNIT 1
	total += n;
	rcl_unlock(&m);
	return before + n;
}

#define HERE 5

struct by_its_own_cs {  /* m, in.c:46-49 */
	int n;          /* in-out */
};

static int by_its_own_cs(void *ctx)
{
	struct by_its_own_cs *cs = ctx;
	int n = cs->n;

	n = OWN(n);
	total += n;
	cs->n = n;
	return 0;
}

#undef HERE

/* these have it with them */
static int by_its_own(int n)
{
#define HERE 5
	struct by_its_own_cs cs = { .n = n };
	rcl_exec_anon(&m, by_its_own_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
#undef HERE
}

#define HERE 9

struct by_another_own_cs {  /* m, in.c:57-60 */
	int n;              /* in-out */
};

static int by_another_own_cs(void *ctx)
{
	struct by_another_own_cs *cs = ctx;
	int n = cs->n;

	n = OWN(n);
	total += n;
	cs->n = n;
	return 0;
}

#undef HERE

static int by_another_own(int n)
{
#define HERE 9
	struct by_another_own_cs cs = { .n = n };
	rcl_exec_anon(&m, by_another_own_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
#undef HERE
}

int main(void)
{
	int one = by_another_unit(3), two = changed_there(4);

	printf("%d %d %d %d %d\n", one, two, by_its_own(1), by_another_own(1), total);
	return 0;
}
