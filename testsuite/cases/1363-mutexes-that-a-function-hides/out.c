/* Functions with variables called like the mutex that their lock function takes, or like what leads to it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pool {
	rcl_mutex_t lock;
	long items;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct pool first = { RCL_MUTEX_INITIALIZER(pool_lock_in), 3 }, second = { RCL_MUTEX_INITIALIZER(pool_lock_in_11), 4 };
static struct pool *pool = &first, all = { RCL_MUTEX_INITIALIZER(pool_lock_in_12), 5 };
static struct { int threads; } state = { 2 };
static long total;

#define LAST (&all)
#define THREADED (state.threads > 1)

static rcl_mutex_t *enter_mutex(void)
{
	return &m;
}

static rcl_mutex_t *pool_mutex(void)
{
	return &pool->lock;
}

static rcl_mutex_t *all_mutex(void)
{
	return &LAST->lock;
}

static int lock_threaded_needed(void)
{
	return THREADED;
}

static void unlock_threaded(void)
{
	if (THREADED)
		rcl_unlock(&m);
}

struct of_another_cs {      /* pool->lock, in.c:66-71 */
	struct pool *pool;  /* in */
	int busy;           /* out */
};

static int of_another_cs(void *ctx)
{
	struct of_another_cs *cs = ctx;
	struct pool *pool = cs->pool;
	int busy;

	total += pool->items;
	busy = rcl_trylock(&pool->lock) != 0;
	if (!busy)
		rcl_unlock(&pool->lock);
	cs->busy = busy;
	return 0;
}

/* a parameter of the same type: the pool's lock is another one's */
static int of_another(struct pool *pool)
{
	int busy;

	struct of_another_cs cs = { .pool = pool };
	rcl_exec_anon(pool_mutex(), of_another_cs, &cs, sizeof(cs));
	busy = cs.busy;
	return busy;
}

struct of_its_own_cs {     /* all.lock, in.c:80-85 */
	struct pool *all;  /* by reference */
	int busy;          /* out */
};

static int of_its_own_cs(void *ctx)
{
	struct of_its_own_cs *cs = ctx;
	struct pool *all = cs->all;
	int busy;

	total += all->items;
	busy = rcl_trylock(&all->lock) != 0;
	if (!busy)
		rcl_unlock(&all->lock);
	cs->busy = busy;
	return 0;
}

static int of_its_own(void)
{
	static struct pool all = { RCL_MUTEX_INITIALIZER(pool_lock_of_its_own), 6 };
	int busy;

	struct of_its_own_cs cs = { .all = &all };
	rcl_exec_anon(all_mutex(), of_its_own_cs, &cs, sizeof(cs));
	busy = cs.busy;
	return busy;
}

struct of_another_type_cs {  /* m, in.c:91-94 */
	long m;              /* in-out */
};

static int of_another_type_cs(void *ctx)
{
	struct of_another_type_cs *cs = ctx;
	long m = cs->m;

	total += m;
	m = total;
	cs->m = m;
	return 0;
}

static long of_another_type(long m)
{
	struct of_another_type_cs cs = { .m = m };
	rcl_exec_anon(enter_mutex(), of_another_type_cs, &cs, sizeof(cs));
	m = cs.m;
	return m;
}

struct further_in_cs {  /* m, in.c:100-104 */
	long n;         /* in-out */
};

static int further_in_cs(void *ctx)
{
	struct further_in_cs *cs = ctx;
	long n = cs->n;

	for (int m = 0; m < 3; m++)
		n += m;
	total += n;
	cs->n = n;
	return 0;
}

static long further_in(long n)
{
	struct further_in_cs cs = { .n = n };
	rcl_exec_anon(enter_mutex(), further_in_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

typedef struct { int threads; } under_a_condition_state_type;

struct under_a_condition_cs {                /* m, in.c:114-117 */
	under_a_condition_state_type state;  /* in */
};

static int under_a_condition_cs(void *ctx)
{
	struct under_a_condition_cs *cs = ctx;
	under_a_condition_state_type state = cs->state;

	total += state.threads;
	return RCL_KEEP;
}

/* what the condition comes to is hidden, too */
static int under_a_condition(void)
{
	under_a_condition_state_type state = { 1 };
	int busy;

	struct under_a_condition_cs cs = { .state = state };
	if (lock_threaded_needed()) {
		rcl_exec_anon(&m, under_a_condition_cs, &cs, sizeof(cs));
	} else {
		under_a_condition_cs(&cs);
	}
	busy = rcl_trylock(&m) != 0;
	unlock_threaded();
	return busy;
}

struct with_a_field_cs {  /* pool->lock, in.c:124-127 */
	long lock;        /* in-out */
};

static int with_a_field_cs(void *ctx)
{
	struct with_a_field_cs *cs = ctx;
	long lock = cs->lock;

	pool->items += lock;
	lock = pool->items;
	cs->lock = lock;
	return 0;
}

/* a field hides nothing */
static long with_a_field(long lock)
{
	struct with_a_field_cs cs = { .lock = lock };
	rcl_exec_anon(pool_mutex(), with_a_field_cs, &cs, sizeof(cs));
	lock = cs.lock;
	return lock;
}

/* all.lock, in.c:138-140 */
static int main_all_cs(void *ctx)
{
	printf("%ld %ld %ld\n", total, pool->items, all.items);
	return 0;
}

/* m, in.c:137-141 */
static int main_m_cs(void *ctx)
{
	rcl_exec(all_mutex(), main_all_cs, NULL, 0);
	return 0;
}

int main(void)
{
	for (long i = 0; i < 3; i++) {
		printf("%d %d %ld\n", of_another(&second), of_its_own(), of_another_type(i));
		printf("%ld %d %ld\n", further_in(i), under_a_condition(), with_a_field(i));
	}
	rcl_exec(&m, main_m_cs, NULL, 0);
	return 0;
}
