/* What lock functions are given goes by macros and types of their caller's own, or asks where it stands by a macro. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; const char *where; int size; int *counter; };

static struct my_mutex lock = { RCL_MUTEX_INITIALIZER(my_mutex_m_in), "", 0, NULL };
static struct my_mutex named = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_8), "", 0, NULL };
static int sum, first, second;

struct item { char name[4]; };

#define WHERE "outside"
#define COUNTER first
#define HERE __func__
#define NOTE_NAME(l) ((l)->where = __func__)

static rcl_mutex_t *take_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void take_held(struct my_mutex *l, const char *where, int size)
{
	l->where = where;
	l->size = size;
}

static void give_held(int *counter)
{
	++*counter;
}

static void give(struct my_mutex *l, int *counter)
{
	give_held(counter);
	rcl_unlock(&l->m);
}

/* this one's name is noted: its callers stay in place */
static void take_named(struct my_mutex *l)
{
	rcl_lock(&l->m);
	NOTE_NAME(l);
}

struct by_macros_cs {       /* lock.m, in.c:42-45 */
	int n;              /* in */
	const char *where;  /* in */
};

static int by_macros_cs(void *ctx)
{
	struct by_macros_cs *cs = ctx;
	int n = cs->n;
	const char *where = cs->where;

	take_held(&lock, where, 0);
	sum += n;
	printf("%s\n", lock.where);
	give_held(&first);
	return 0;
}

static void by_macros(int n)
{
#undef WHERE
#define WHERE "inside"
	struct by_macros_cs cs = { .n = n, .where = WHERE };
	rcl_exec(take_mutex(&lock), by_macros_cs, &cs, sizeof(cs));
#undef WHERE
#define WHERE "outside"
}

struct by_counters_cs {  /* lock.m, in.c:55-56 */
	int n;           /* in */
};

static int by_counters_cs(void *ctx)
{
	struct by_counters_cs *cs = ctx;
	int n = cs->n;

	take_held(&lock, "counted", 0);
	sum += n;
	return RCL_KEEP;
}

/* what counts is not to be had in front of the function */
static void by_counters(int n)
{
#undef COUNTER
#define COUNTER second
	struct by_counters_cs cs = { .n = n };
	rcl_exec_anon(take_mutex(&lock), by_counters_cs, &cs, sizeof(cs));
	give(&lock, &COUNTER);
#undef COUNTER
#define COUNTER first
}

struct by_types_cs {  /* lock.m, in.c:66-68 */
	int n;        /* in */
	int size;     /* in */
};

static int by_types_cs(void *ctx)
{
	struct by_types_cs *cs = ctx;
	int n = cs->n;
	int size = cs->size;

	take_held(&lock, "", size);
	sum += n * lock.size;
	give_held(&COUNTER);
	return 0;
}

static void by_types(int n)
{
	struct item { char name[8]; };

	struct by_types_cs cs = { .n = n, .size = sizeof(struct item) };
	rcl_exec_anon(take_mutex(&lock), by_types_cs, &cs, sizeof(cs));
}

struct by_name_cs {         /* lock.m, in.c:73-76 */
	int n;              /* in */
	const char *where;  /* in */
};

static int by_name_cs(void *ctx)
{
	struct by_name_cs *cs = ctx;
	int n = cs->n;
	const char *where = cs->where;

	take_held(&lock, where, 1);
	sum += n;
	printf("%s\n", lock.where);
	give_held(&COUNTER);
	return 0;
}

static void by_name(int n)
{
	struct by_name_cs cs = { .n = n, .where = __func__ };
	rcl_exec(take_mutex(&lock), by_name_cs, &cs, sizeof(cs));
}

static void by_its_name(int n)
{
	take_named(&named);
	sum += n;
	printf("%s\n", named.where);
	rcl_unlock(&named.m);
}

int main(void)
{
	by_macros(1);
	by_counters(2);
	by_types(3);
	by_name(4);
	by_its_name(5);
	printf("%d %d %d\n", sum, first, second);
	return 0;
}
