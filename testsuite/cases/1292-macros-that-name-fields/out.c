#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

#define STATS_LOCK(e) rcl_lock(&(e)->lock)
#define STATS_UNLOCK(e) rcl_unlock(&(e)->lock)

#define STAT_INCR(e, stat, amount) { \
    struct STAT_INCR_cs cs = { &e->stats.stat, amount }; \
    rcl_exec_anon(&e->lock, STAT_INCR_cs, &cs, sizeof(cs)); \
}

/* The larger one of both, and how often it was asked for. */
#define STAT_MAX(e, stat, value)		\
	do {					\
		struct STAT_MAX_cs cs = { &(e)->stats.stat, value, e };	\
		rcl_exec_anon(&(e)->lock, STAT_MAX_cs, &cs, sizeof(cs));	\
	} while (0)

/* It names what is defined behind it. */
#define FLAG(flag) do { struct FLAG_cs cs = { &flags.flag }; rcl_exec_anon(&flags.lock, FLAG_cs, &cs, sizeof(cs)); } while (0)

#define STEP 2

struct engine {
	rcl_mutex_t lock;
	struct { uint64_t hits, misses, longest; } stats;
	int asked;
};

struct request {
	struct engine *engine;
	uint64_t length;
};

static struct engine engine = { RCL_MUTEX_INITIALIZER(engine_lock), { 0, 0, 0 }, 0 };

static struct {
	rcl_mutex_t lock;
	volatile int seen, done;
} flags = { RCL_MUTEX_INITIALIZER(flags_lock), 0, 0 };

struct FLAG_cs {             /* flags.lock, in.c:25 */
	volatile int *flag;  /* by reference */
};

static int FLAG_cs(void *ctx)
{
	struct FLAG_cs *cs = ctx;
	volatile int *flag = cs->flag;

	*flag += STEP;
	return 0;
}

struct STAT_INCR_cs {    /* e->lock, in.c:9-11 */
	uint64_t *stat;  /* by reference */
	int amount;      /* in */
};

static int STAT_INCR_cs(void *ctx)
{
	struct STAT_INCR_cs *cs = ctx;
	uint64_t *stat = cs->stat;
	int amount = cs->amount;

	*stat += amount;
	return 0;
}

struct STAT_MAX_cs {       /* e->lock, in.c:17-21 */
	uint64_t *stat;    /* by reference */
	uint64_t value;    /* in */
	struct engine *e;  /* in */
};

static int STAT_MAX_cs(void *ctx)
{
	struct STAT_MAX_cs *cs = ctx;
	uint64_t *stat = cs->stat;
	uint64_t value = cs->value;
	struct engine *e = cs->e;

	if (*stat < (value))
		*stat = (value);
	(e)->asked++; /* both */
	return 0;
}

static void serve(const struct request *r, int hit)
{
	uint64_t length = r->length;

	if (hit)
		STAT_INCR(r->engine, hits, 1)
	else
		STAT_INCR(r->engine, misses, 2)
	STAT_MAX(r->engine, longest, length);
	FLAG(seen);
}

static void finish(struct engine *e, uint64_t length)
{
	STAT_INCR(e, hits, 3);
	STAT_MAX(e, longest, length);
	FLAG(done);
}

int main(void)
{
	struct request requests[] = { { &engine, 4 }, { &engine, 9 }, { &engine, 2 } };

	for (int i = 0; i < 3; i++)
		serve(&requests[i], i % 2);
	finish(&engine, 5);
	printf("%d %d %d ", (int)engine.stats.hits, (int)engine.stats.misses, (int)engine.stats.longest);
	printf("%d %d %d\n", engine.asked, flags.seen, flags.done);
	return 0;
}
