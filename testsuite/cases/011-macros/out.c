#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define mutex_lock(m) rcl_lock(m)
#define mutex_unlock(m) rcl_unlock(m)
#define STATS_LOCK(s) rcl_lock(&(s)->lock)
#define STATS_UNLOCK(s) rcl_unlock(&(s)->lock)
#define BUMP(s, field) do { \
	struct BUMP_cs cs = { &(s)->field }; \
	rcl_exec_anon(&(s)->lock, BUMP_cs, &cs, sizeof(cs)); \
} while (0)

struct stats {
	rcl_mutex_t lock;
	int gets, sets;
};

static struct stats stats;
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int others;

struct BUMP_cs {     /* s->lock, in.c:9-11 */
	int *field;  /* by reference */
};

static int BUMP_cs(void *ctx)
{
	struct BUMP_cs *cs = ctx;
	int *field = cs->field;

	(*field)++;
	return 0;
}

struct get_cs {           /* s->lock, in.c:25-27 */
	struct stats *s;  /* in */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct stats *s = cs->s;

	s->gets += 2;
	return 0;
}

static void get(struct stats *s)
{
	struct get_cs cs = { .s = s };
	rcl_exec_anon(&s->lock, get_cs, &cs, sizeof(cs));
	BUMP(s, sets);
}

/* other, in.c:33-35 */
static int count_other_cs(void *ctx)
{
	others++;
	return 0;
}

static void count_other(void)
{
	rcl_exec_anon(&other, count_other_cs, NULL, 0);
}

int main(void)
{
	rcl_mutex_init(&stats.lock, NULL, stats_lock);
	get(&stats);
	count_other();
	printf("%d %d %d\n", stats.gets, stats.sets, others);
	return 0;
}
