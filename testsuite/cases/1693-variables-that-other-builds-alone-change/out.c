/* What only other builds do with a function's variables in its sections: these have it as they have all others. */
#define NDEBUG
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#ifdef COUNTING
#define SAY(...) fprintf(stderr, __VA_ARGS__)
#define COUNT(n) ((n)++)
#define FITS() (strlen(text) < sizeof(text))
#define ROUND() (rounds++)
#else
#define SAY(...)
#define COUNT(n)
#define FITS()
#define ROUND()
#endif

struct item {
	long value;
	TAILQ_ENTRY(item) next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t ready = RCL_COND_INITIALIZER;
static TAILQ_HEAD(, item) items = TAILQ_HEAD_INITIALIZER(items);
static long sum, given;

struct add_all_cs {  /* lock, in.c:38-44 */
	long item;   /* in */
};

static int add_all_cs(void *ctx)
{
	struct add_all_cs *cs = ctx;
	long item = cs->item;
	struct item *it;
	TAILQ_FOREACH(it, &items, next) {
		sum += it->value;
		SAY("%ld\n", item);
	}
	(void)item;
	return 0;
}

/* a structure has its name */
static long add_all(long by)
{
	long item = by * 2;

	struct add_all_cs cs = { .item = item };
	rcl_exec_anon(&lock, add_all_cs, &cs, sizeof(cs));
	return item;
}

struct parsed_cs {  /* lock, in.c:54-58 */
	long *n;    /* by reference */
};

static int parsed_cs(void *ctx)
{
	struct parsed_cs *cs = ctx;
	long *n = cs->n;

	sum++;
	assert(*n > 0);
	COUNT(*n);
	(void)n;
	return 0;
}

/* its address is taken */
static long parsed(const char *text)
{
	long n = 0;

	sscanf(text, "%ld", &n);
	struct parsed_cs cs = { .n = &n };
	rcl_exec_anon(&lock, parsed_cs, &cs, sizeof(cs));
	return n;
}

struct steps_cs {           /* lock, in.c:67-70 */
	long by;            /* in */
	atomic_long *done;  /* by reference */
};

static int steps_cs(void *ctx)
{
	struct steps_cs *cs = ctx;
	long by = cs->by;
	atomic_long *done = cs->done;

	sum += by;
	COUNT(*done);
	(void)done;
	return 0;
}

/* atomic */
static long steps(long by)
{
	atomic_long done = by;

	struct steps_cs cs = { .by = by, .done = &done };
	rcl_exec_anon(&lock, steps_cs, &cs, sizeof(cs));
	return done;
}

struct named_cs {    /* lock, in.c:82-84 */
	long by;     /* in */
	char *name;  /* by reference */
};

static int named_cs(void *ctx)
{
	struct named_cs *cs = ctx;
	long by = cs->by;
	char *name = cs->name;

	sum += by;
	assert(name[0] == 'n');
	(void)name;
	return RCL_KEEP;
}

/* arrays, of one of which the size is asked for */
static long named(long by)
{
	char name[16], text[16], word[16];

	snprintf(name, sizeof(name), "n%ld", by);
	snprintf(text, sizeof(text), "t%ld", by);
	snprintf(word, sizeof(word), "w%ld", by);
	struct named_cs cs = { .by = by, .name = name };
	rcl_exec_anon(&lock, named_cs, &cs, sizeof(cs));
	SAY("%s %zu\n", word, sizeof(word));
	FITS();
	rcl_unlock(&lock);
	return name[0] + text[0] + word[0];
}

struct await_cs {     /* lock, in.c:96-103 */
	long by;      /* in */
	long rounds;  /* in-out */
	long left;    /* in-out */
	int at;       /* where it goes on */
};

static int await_cs(void *ctx)
{
	struct await_cs *cs = ctx;
	long by = cs->by;
	long rounds = cs->rounds;
	long left = cs->left;

	if (cs->at == 1)
		goto at_1;

	while (given < by) {
		ROUND();
		COUNT(left);
		cs->rounds = rounds;
		cs->left = left;
		cs->at = 1;
		return rcl_wait(&ready, &lock);
		at_1: ;
	}
	given -= by;
	cs->rounds = rounds;
	cs->left = left;
	return 0;
}

/* while it waits, its client may look */
static long await(long by)
{
	long rounds = 0, left = by;

	struct await_cs cs = { .by = by, .rounds = rounds, .left = left, .at = 0 };
	rcl_exec_waiting(&lock, await_cs, &cs, sizeof(cs));
	rounds = cs.rounds;
	left = cs.left;
	return rounds == 0 ? left : -1;
}

struct refill_cs {  /* lock, in.c:112-123 */
	long by;    /* in */
	long more;  /* kept */
	int at;     /* where it goes on */
};

static int refill_cs(void *ctx)
{
	struct refill_cs *cs = ctx;
	long by = cs->by;
	long more = cs->more;

	if (cs->at == 1)
		goto at_1;

	while (given < by) {
		cs->at = 1;
		return 1;
		at_1:
		assert(more == by);
		COUNT(more);
		given += by;
	}
	given -= by;
	(void)more;
	return 0;
}

/* what its client finds while the lock is released */
static long refill(long by)
{
	long more;

	struct refill_cs cs = { .by = by, .at = 0 };
	while (rcl_exec_anon(&lock, refill_cs, &cs, sizeof(cs)) == 1) {
		more = by;
		printf("%ld more\n", more);
		cs.more = more;
	}
	return by;
}

struct try_add_cs {  /* lock, in.c:132-137 */
	long by;     /* in */
	int rc;      /* in */
};

static int try_add_cs(void *ctx)
{
	struct try_add_cs *cs = ctx;
	long by = cs->by;
	int rc = cs->rc;

	assert(rc != EBUSY);
	sum += by;
	(void)rc;
	return 0;
}

/* the result of the call that tries to take the lock */
static long try_add(long by)
{
	int rc;

	struct try_add_cs cs = { .by = by, .rc = 0 };
	rc = -rcl_tryexec(&lock, try_add_cs, &cs, sizeof(cs));
	if (rc != 0)
		return rc;
	return rc;
}

struct perhaps_cs {   /* lock, in.c:148-153 */
	long by;      /* in */
	long *found;  /* by reference */
};

static int perhaps_cs(void *ctx)
{
	struct perhaps_cs *cs = ctx;
	long by = cs->by;
	long *found = cs->found;

	sum += by;
	if (by > 1) {
		SAY("%ld\n", *found);
	}
	(void)found;
	return 0;
}

/* it may have no value yet */
static long perhaps(long by)
{
	long found;

	if (by > 1)
		found = by;
	struct perhaps_cs cs = { .by = by, .found = &found };
	rcl_exec_anon(&lock, perhaps_cs, &cs, sizeof(cs));
	return by > 1 ? found : 0;
}

int main(void)
{
	struct item one = { .value = 3 }, two = { .value = 4 };

	TAILQ_INSERT_TAIL(&items, &one, next);
	TAILQ_INSERT_TAIL(&items, &two, next);
	given = 5;
	printf("%ld %ld %ld %ld %ld\n", add_all(2), parsed("4"), steps(3), named(7), await(4));
	printf("%ld %ld %ld %ld %ld\n", refill(6), try_add(7), perhaps(1), perhaps(3), sum);
	return 0;
}
