/* Macros that ask for something more, and take the lock by a function without a result. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct box {
	rcl_mutex_t lock;
	int n;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 0 };
static int ready, asked, taken;

static rcl_mutex_t *box_mutex(struct box *b)
{
	return &b->lock;
}

static int ask(const char *what)
{
	asked++;
	return what != NULL && ready;
}

#define NEEDS(what) do { if (!ask(what)) { puts("not ready"); exit(1); } } while (0)
#define LOCK() do {			\
		NEEDS("lock");		\
		box_lock(&box);		\
		taken++;		\
	} while (0)
#define LOCK_AHEAD() do {		\
		NEEDS("lock");		\
	} while (0)
#define LOCK_HELD() do {		\
		taken++;		\
	} while (0)
#define UNLOCK() do {			\
		NEEDS("unlock");	\
		box_unlock(&box);	\
	} while (0)
#define UNLOCK_HELD() do {		\
		NEEDS("unlock");	\
	} while (0)
#define UNLOCK_AND_ASK() do { box_unlock(&box); NEEDS("then"); } while (0)
#define UNLOCK_AND_ASK_AFTER() do { NEEDS("then"); } while (0)

struct add_cs {  /* box.lock, in.c:46-48 */
	int by;  /* in */
	int n;   /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int n;

	LOCK_HELD();
	n = box.n += by;
	UNLOCK_HELD();
	cs->n = n;
	return 0;
}

static int add(int by)
{
	int n;

	struct add_cs cs = { .by = by };
	LOCK_AHEAD();
	rcl_exec(box_mutex(&box), add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct take_cs {  /* box.lock, in.c:56-62 */
	int by;   /* in */
	int n;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int by = cs->by;
	int n;

	LOCK_HELD();
	if (box.n < by) {
		UNLOCK_HELD();
		return 1;
	}
	n = box.n -= by;
	UNLOCK_HELD();
	cs->n = n;
	return 0;
}

static int take(int by)
{
	int n;

	struct take_cs cs = { .by = by };
	LOCK_AHEAD();
	if (rcl_exec(box_mutex(&box), take_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	n = cs.n;
	return n;
}

/* box.lock, in.c:68-70 */
static int twice_cs(void *ctx)
{
	LOCK_HELD();
	box.n *= 2;
	return 0;
}

static int twice(void)
{
	LOCK_AHEAD();
	rcl_exec(box_mutex(&box), twice_cs, NULL, 0);
	UNLOCK_AND_ASK_AFTER();
	return asked;
}

int main(void)
{
	ready = 1;
	printf("%d ", add(3));
	printf("%d ", take(7));
	printf("%d ", take(2));
	printf("%d ", twice());
	printf("%d %d\n", asked, taken);
	return 0;
}
