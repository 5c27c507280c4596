/* A mutex of the program's own that says by a number of its own that nobody has initialised it: its unlock function asks
 * for the same, which stays what it was while the lock is held.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t m;
	int initialized, busy;
};

static struct mutex table_mutex, log_mutex;
static int table[4], count, closed;

static rcl_mutex_t *mutex_mutex(struct mutex *m)
{
	return &m->m;
}

static int mutex_lock(struct mutex *m)
{
	if (!m->initialized)
		return -3;
	if (rcl_lock(&m->m) != 0)
		return -1;
	return 0;
}

static int mutex_unlock(struct mutex *m)
{
	if (!m->initialized)
		return -3;
	if (rcl_unlock(&m->m) != 0)
		return -1;
	return 0;
}

struct table_add_cs {  /* table_mutex.m, in.c:37-45 */
	int value;     /* in */
};

static int table_add_cs(void *ctx)
{
	struct table_add_cs *cs = ctx;
	int value = cs->value;

	if (count == 4) {
		return 1;
	}
	table[count++] = value;
	return 0;
}

static int table_add(int value)
{
	int ret;

	struct table_add_cs cs = { .value = value };
	int way = !table_mutex.initialized ? -1 : rcl_exec_anon(mutex_mutex(&table_mutex),
			table_add_cs, &cs, sizeof(cs));

	ret = way < 0 ? mutex_lock(&table_mutex) : 0;
	if (ret != 0)
		return ret;
	if (way == 1)
		return -2;
	return 0;
}

struct table_sum_cs {  /* table_mutex.m, in.c:53-57 */
	int sum;       /* in-out */
};

static int table_sum_cs(void *ctx)
{
	struct table_sum_cs *cs = ctx;
	int sum = cs->sum;

	for (int i = 0; i < count; i++)
		sum += table[i];
	cs->sum = sum;
	return 0;
}

static int table_sum(void)
{
	int sum = 0;

	struct table_sum_cs cs = { .sum = sum };
	if (!table_mutex.initialized || rcl_exec_anon(mutex_mutex(&table_mutex), table_sum_cs,
			&cs, sizeof(cs)) < 0)
		return -1;
	sum = cs.sum;
	return sum;
}

/* table_mutex.m, in.c:64-67 */
static int table_close_cs(void *ctx)
{
	closed++;
	table_mutex.initialized = 0;
	return RCL_KEEP;
}

/* nobody gives the lock back then: what follows it in the section stays in place, or all of it */
static int table_close(void)
{
	if (!table_mutex.initialized || rcl_exec_anon(mutex_mutex(&table_mutex), table_close_cs,
			NULL, 0) < 0)
		return -1;
	mutex_unlock(&table_mutex);
	return 0;
}

static void forget(struct mutex *m)
{
	m->initialized = 0;
}

/* log_mutex.m, in.c:79-82 */
static int log_close_cs(void *ctx)
{
	closed++;
	forget(&log_mutex);
	return RCL_KEEP;
}

static int log_close(void)
{
	if (!log_mutex.initialized || rcl_exec_anon(mutex_mutex(&log_mutex), log_close_cs,
			NULL, 0) < 0)
		return -1;
	mutex_unlock(&log_mutex);
	return 0;
}

struct busy_lock_cs {     /* m->m, in.c:92-94 */
	struct mutex *m;  /* in */
};

static int busy_lock_cs(void *ctx)
{
	struct busy_lock_cs *cs = ctx;
	struct mutex *m = cs->m;

	m->busy = 1;
	return RCL_KEEP | 1;
}

/* this one says that it is taken by what it asks for */
static int busy_lock(struct mutex *m)
{
	if (m->busy)
		return -1;
	struct busy_lock_cs cs = { .m = m };
	rcl_exec_anon(&m->m, busy_lock_cs, &cs, sizeof(cs));
	return 0;
}

static int busy_unlock(struct mutex *m)
{
	if (m->busy)
		return -1;
	rcl_unlock(&m->m);
	return 0;
}

static int note(void)
{
	if (busy_lock(&log_mutex) != 0)
		return -1;
	closed += 10;
	return busy_unlock(&log_mutex);
}

int main(void)
{
	int early = table_add(1), late, full;

	rcl_mutex_init(&table_mutex.m, NULL, mutex_m_main);
	rcl_mutex_init(&log_mutex.m, NULL, mutex_m_main_118);
	table_mutex.initialized = log_mutex.initialized = 1;
	for (int i = 0; i < 4; i++)
		late = table_add(i + 2);
	full = table_add(9);
	printf("%d %d %d %d\n", early, late, full, table_sum());
	closed += table_close();
	closed += log_close();
	printf("%d %d\n", table_sum(), rcl_trylock(&log_mutex.m) != 0);
	rcl_unlock(&log_mutex.m);
	printf("%d %d %d\n", note(), log_mutex.busy, closed);
	return 0;
}
