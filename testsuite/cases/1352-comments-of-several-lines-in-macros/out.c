#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)

struct table {
	rcl_mutex_t lock;
	int total, spare;
};

static struct table table = { RCL_MUTEX_INITIALIZER(table_lock), 0, 0 };

/* The comment goes on without a backslash, before the section, */
#define ADD(p, n) do { /* it takes
	the lock */ struct table *t_ = (p); struct ADD_cs cs = { t_, n }; rcl_exec_anon(&(t_)->lock, ADD_cs, &cs, sizeof(cs)); } while (0)
/* behind it, */
#define TAKE(t, n) do { struct TAKE_cs cs = { t, n }; rcl_exec_anon(&(t)->lock, TAKE_cs, &cs, sizeof(cs)); /* it gave
	the lock back */ } while (0)
/* and in it. */
#define SPARE(t, what) do { struct SPARE_cs cs = { &(t)->what }; rcl_exec_anon(&(t)->lock, SPARE_cs, &cs, sizeof(cs)); } while (0)

/* It begins where the macro's name stands. */
#define MOVE(from, to, n) do { struct table *t_ = (from); struct MOVE_cs cs = { t_, n }; rcl_exec_anon(&(t_)->lock, MOVE_cs, &cs, sizeof(cs)); /* done */ \
	} while (0)

struct ADD_cs {            /* t_->lock, in.c:16 */
	struct table *t_;  /* in */
	int n;             /* in */
};

static int ADD_cs(void *ctx)
{
	struct ADD_cs *cs = ctx;
	struct table *t_ = cs->t_;
	int n = cs->n;

	t_->total += (n);
	return 0;
}

struct MOVE_cs {           /* t_->lock, in.c:25-30 */
	struct table *t_;  /* in */
	int n;             /* in */
};

static int MOVE_cs(void *ctx)
{
	struct MOVE_cs *cs = ctx;
	struct table *t_ = cs->t_;
	int n = cs->n;

	/* one goes, */
	t_->total -= (n);
	if ((n) > 2)
		t_->spare += 2; /* and leaves some */
	return 0;
}

struct SPARE_cs {   /* t->lock, in.c:21-22 */
	int *what;  /* by reference */
};

static int SPARE_cs(void *ctx)
{
	struct SPARE_cs *cs = ctx;
	int *what = cs->what;

	/* this one,
	whatever it is */ *what += 1; *what = 1024 /(*what);
	return 0;
}

struct TAKE_cs {          /* t->lock, in.c:18 */
	struct table *t;  /* in */
	int n;            /* in */
};

static int TAKE_cs(void *ctx)
{
	struct TAKE_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;

	(t)->total -= (n);
	return 0;
}

int main(void)
{
	struct table *t = &table;

	for (int n = 0; n < 5; n++) {
		ADD(t, n);
		TAKE(t, n - 1);
		SPARE(t, total);
		MOVE(t, t, n);
	}
	printf("%d %d\n", table.total, table.spare);
	return 0;
}
