#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int used;

struct supply_cs {   /* lock, in.c:19-22 */
	int wanted;  /* in */
	int had;     /* out */
};

static int supply_cs(void *ctx)
{
	struct supply_cs *cs = ctx;
	int wanted = cs->wanted;
	int had;

	used += wanted;
	had = used;
	cs->had = had;
	return 0;
}

/* What the machine has, by the first of the ways that were built in. */
static int supply(int wanted)
{
	int had;

#if defined(HAS_STORE)
	wanted *= 2;
#elif defined(HAS_SHOP)
	wanted *= 3;
#else
	wanted *= 4;
#endif
	struct supply_cs cs = { .wanted = wanted };
	rcl_exec_anon(&lock, supply_cs, &cs, sizeof(cs));
	had = cs.had;
	return had;
}

#if !defined(HAS_STORE) && !defined(HAS_SHOP)
struct demand_cs {   /* lock, in.c:33-35 */
	int wanted;  /* in */
};

static int demand_cs(void *ctx)
{
	struct demand_cs *cs = ctx;
	int wanted = cs->wanted;

	used -= wanted;
	return 0;
}
#endif

static int demand(int wanted)
{
#ifdef HAS_STORE
	wanted *= 2;
#elif defined(HAS_SHOP)
	wanted *= 3;
#else
	struct demand_cs cs = { .wanted = wanted };
	rcl_exec_anon(&lock, demand_cs, &cs, sizeof(cs));
#endif
	return wanted;
}

int main(void)
{
	printf("%d\n", supply(2));
	printf("%d %d\n", demand(3), used);
	return 0;
}
