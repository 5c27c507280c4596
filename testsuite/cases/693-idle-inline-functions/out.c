#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mount {
	rcl_mutex_t lock;
	int blocks;
};

/* Nobody defines this, and nothing that calls it is called. */
int measure_sickness(struct mount *mp, int *checked);

static inline int has_sickness(struct mount *mp)
{
	int checked;

	return measure_sickness(mp, &checked);
}

static inline int is_healthy(struct mount *mp)
{
	return !has_sickness(mp);
}

static struct mount mount = { RCL_MUTEX_INITIALIZER(mount_lock), 8 };

struct take_cs {           /* mp->lock, in.c:30-35 */
	struct mount *mp;  /* in */
	int n;             /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct mount *mp = cs->mp;
	int n = cs->n;

	if (mp->blocks == 0)
		goto left;
	n = mp->blocks--;
left:
	cs->n = n;
	return 0;
}

static int take(struct mount *mp)
{
	int n = 0;

	struct take_cs cs = { .mp = mp, .n = n };
	rcl_exec_anon(&mp->lock, take_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct give_cs {           /* mp->lock, in.c:44-51 */
	struct mount *mp;  /* in */
};

static int give_cs(void *ctx)
{
	struct give_cs *cs = ctx;
	struct mount *mp = cs->mp;
	int given;

	given = mp->blocks + 1;
	if (given > 8) {
		return 1;
	}
	mp->blocks = given;
	return 0;
}

/* The label is no use of the variable. */
static int give(struct mount *mp)
{
	int n;

	struct give_cs cs = { .mp = mp };
	if (rcl_exec_anon(&mp->lock, give_cs, &cs, sizeof(cs)) == 1)
		goto given;
	return 1;
given:
	n = 0;
	return n;
}

int main(void)
{
	printf("%d %d\n", take(&mount), give(&mount));
	printf("%d %d\n", give(&mount), take(&mount));
	return 0;
}
