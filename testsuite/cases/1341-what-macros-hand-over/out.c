#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)
#define COUNTED count

struct part { int n; };
struct exact { int n[16]; };
struct table {
	rcl_mutex_t lock;
	int total, counts[4];
	long large, wide;
};

static struct table table = { RCL_MUTEX_INITIALIZER(table_lock), 0, { 0 }, 0, 0 };
static long outside;

/* Without arguments. */
#define TICK() do { rcl_exec_anon(&(&table)->lock, TICK_cs, NULL, 0); } while (0)
#define TOCK do { rcl_exec_anon(&(&table)->lock, TOCK_cs, NULL, 0); } while (0)
/* The lock calls are macros of their own. */
#define TAKE(t) ((rcl_lock(&(t)->lock)))
#define PLAIN(t) do { struct PLAIN_cs cs = { t }; rcl_exec_anon(&(t)->lock, PLAIN_cs, &cs, sizeof(cs)); } while (0)
/* It holds an element, a text, a block and a call. */
#define SAY(t) do { struct SAY_cs cs = { t }; rcl_exec(&(t)->lock, SAY_cs, &cs, sizeof(cs)); } while (0)
/* A field behind a condition, and behind a cast. */
#define ONCE(t, field) do { struct ONCE_cs cs = { t, &t->field }; rcl_exec_anon(&(t)->lock, ONCE_cs, &cs, sizeof(cs)); } while (0)
#define CAST(t, field) do { struct CAST_cs cs = { t, &t->field }; rcl_exec_anon(&(t)->lock, CAST_cs, &cs, sizeof(cs)); } while (0)
/* Variables of their user's: that lead to a field, behind other names, and between parameters. */
#define OWN(field) do { struct OWN_cs cs = { &mine->field }; rcl_exec_anon(&(&table)->lock, OWN_cs, &cs, sizeof(cs)); } while (0)
#define COUNT(t) do { struct COUNT_cs cs = { count, t }; rcl_exec_anon(&(t)->lock, COUNT_cs, &cs, sizeof(cs)); } while (0)
#define STEP(t, n) do { struct STEP_cs cs = { t, n, step }; rcl_exec_anon(&(t)->lock, STEP_cs, &cs, sizeof(cs)); } while (0)
#define BOTH(t, field) do { struct BOTH_cs cs = { &mine->field, mine, t }; rcl_exec_anon(&(t)->lock, BOTH_cs, &cs, sizeof(cs)); } while (0)
/* Values that get the types of what they are given to, and such as keep their own. */
#define TO_FIELD(t, n) do { struct TO_FIELD_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, TO_FIELD_cs, &cs, sizeof(cs)); } while (0)
#define TO_NAME(t, n) do { struct TO_NAME_cs cs = { n, t }; rcl_exec_anon(&(t)->lock, TO_NAME_cs, &cs, sizeof(cs)); } while (0)
#define TO_ELEMENT(t, n) do { struct TO_ELEMENT_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, TO_ELEMENT_cs, &cs, sizeof(cs)); } while (0)
#define TO_SUM(t, n) do { struct TO_SUM_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, TO_SUM_cs, &cs, sizeof(cs)); } while (0)
#define SUM_OF(t, n) do { struct SUM_OF_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, SUM_OF_cs, &cs, sizeof(cs)); } while (0)
#define READ(t, p) do { struct READ_cs cs = { t, p }; rcl_exec_anon(&(t)->lock, READ_cs, &cs, sizeof(cs)); } while (0)

/* As large as what is still copied. */
#define COPY(t) do { struct COPY_cs cs = { t, exact }; rcl_exec_anon(&(t)->lock, COPY_cs, &cs, sizeof(cs)); } while (0)

static int TICK_cs(void *ctx)
{
	table.total++;
	return 0;
}

static int TOCK_cs(void *ctx)
{
	table.total++;
	return 0;
}

struct BOTH_cs {             /* t->lock, in.c:34 */
	int *field;          /* by reference */
	struct table *mine;  /* in */
	struct table *t;     /* in */
};

static int BOTH_cs(void *ctx)
{
	struct BOTH_cs *cs = ctx;
	int *field = cs->field;
	struct table *mine = cs->mine;
	struct table *t = cs->t;

	*field += mine != NULL;
	(t)->total++;
	return 0;
}

struct CAST_cs {          /* t->lock, in.c:29 */
	struct table *t;  /* in */
	int *field;       /* by reference */
};

static int CAST_cs(void *ctx)
{
	struct CAST_cs *cs = ctx;
	struct table *t = cs->t;
	int *field = cs->field;

	(t)->large += (long)*field;
	return 0;
}

struct COPY_cs {             /* t->lock, in.c:44 */
	struct table *t;     /* in */
	struct exact exact;  /* in */
};

static int COPY_cs(void *ctx)
{
	struct COPY_cs *cs = ctx;
	struct table *t = cs->t;
	struct exact exact = cs->exact;

	(t)->total += exact.n[15];
	return 0;
}

struct COUNT_cs {         /* t->lock, in.c:32 */
	int count;        /* in */
	struct table *t;  /* in */
};

static int COUNT_cs(void *ctx)
{
	struct COUNT_cs *cs = ctx;
	int count = cs->count;
	struct table *t = cs->t;

	(t)->total += COUNTED;
	return 0;
}

struct ONCE_cs {          /* t->lock, in.c:28 */
	struct table *t;  /* in */
	int *field;       /* by reference */
};

static int ONCE_cs(void *ctx)
{
	struct ONCE_cs *cs = ctx;
	struct table *t = cs->t;
	int *field = cs->field;

	if ((t)->total > 1) *field += 1;
	return 0;
}

struct OWN_cs {      /* table.lock, in.c:31 */
	int *field;  /* by reference */
};

static int OWN_cs(void *ctx)
{
	struct OWN_cs *cs = ctx;
	int *field = cs->field;

	*field += 1;
	return 0;
}

struct PLAIN_cs {         /* t->lock, in.c:24 */
	struct table *t;  /* in */
};

static int PLAIN_cs(void *ctx)
{
	struct PLAIN_cs *cs = ctx;
	struct table *t = cs->t;

	(t)->total++;
	return 0;
}

struct READ_cs {               /* t->lock, in.c:41 */
	struct table *t;       /* in */
	const struct part *p;  /* in */
};

static int READ_cs(void *ctx)
{
	struct READ_cs *cs = ctx;
	struct table *t = cs->t;
	const struct part *p = cs->p;

	(t)->total += (p) != NULL;
	return 0;
}

struct SAY_cs {           /* t->lock, in.c:26 */
	struct table *t;  /* in */
};

static int SAY_cs(void *ctx)
{
	struct SAY_cs *cs = ctx;
	struct table *t = cs->t;

	if ((t)->counts[1]++ < 9) { puts("said"); (t)->total++; }
	return 0;
}

struct STEP_cs {          /* t->lock, in.c:33 */
	struct table *t;  /* in */
	int n;            /* in */
	int step;         /* in */
};

static int STEP_cs(void *ctx)
{
	struct STEP_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;
	int step = cs->step;

	(t)->total += (n) * (step & (t)->total) - -step;
	return 0;
}

struct SUM_OF_cs {        /* t->lock, in.c:40 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int SUM_OF_cs(void *ctx)
{
	struct SUM_OF_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->total += (n) + (n);
	return 0;
}

struct TO_ELEMENT_cs {    /* t->lock, in.c:38 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int TO_ELEMENT_cs(void *ctx)
{
	struct TO_ELEMENT_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->counts[1] = (n);
	return 0;
}

struct TO_FIELD_cs {      /* t->lock, in.c:36 */
	struct table *t;  /* in */
	long n;           /* in */
};

static int TO_FIELD_cs(void *ctx)
{
	struct TO_FIELD_cs *cs = ctx;
	struct table *t = cs->t;
	long n = cs->n;

	(t)->wide = (n);
	return 0;
}

struct TO_NAME_cs {       /* t->lock, in.c:37 */
	long n;           /* in */
	struct table *t;  /* in */
};

static int TO_NAME_cs(void *ctx)
{
	struct TO_NAME_cs *cs = ctx;
	long n = cs->n;
	struct table *t = cs->t;

	outside = (n);
	(t)->total++;
	return 0;
}

struct TO_SUM_cs {        /* t->lock, in.c:39 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int TO_SUM_cs(void *ctx)
{
	struct TO_SUM_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->wide = (t)->large + (n);
	return 0;
}

static void use(struct table *t, struct table *mine, int n)
{
	const struct part *part = (const struct part *)&t->total;
	struct exact exact = { { 0 } };
	int count = n, step = n + 1;

	TICK();
	TOCK;
	PLAIN(t);
	SAY(t);
	COPY(t);
	if (n > 1) {
		ONCE(t, total);
		CAST(t, total);
		OWN(total);
		BOTH(t, total);
	}
	COUNT(t);
	STEP(t, n);
	TO_FIELD(t, n);
	TO_NAME(t, n);
	TO_ELEMENT(t, n);
	TO_SUM(t, n);
	SUM_OF(t, n);
	READ(t, part);
}

int main(void)
{
	struct table other = { .total = 1 };

	use(&table, &other, 3);
	use(&table, &other, 1);
	printf("%d %d %ld %ld ", table.total, table.counts[1], table.large, table.wide);
	printf("%d %ld\n", other.total, outside);
	return 0;
}
