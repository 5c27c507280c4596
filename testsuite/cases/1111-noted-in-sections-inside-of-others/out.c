/* Lock functions that note what they are given, in sections of others: each is given its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; const char *where; int value; };

static struct my_mutex outer = { RCL_MUTEX_INITIALIZER(my_mutex_m_in), "", 0 };
static struct my_mutex inner = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_8), "", 0 };
static rcl_mutex_t plain = RCL_MUTEX_INITIALIZER(plain);
static int sum, one = 1, two = 2;

static rcl_mutex_t *take_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void take_held(struct my_mutex *l, int value)
{
	l->value = value;
}

static void give_held(struct my_mutex *l)
{
	l->value = 0;
}

static rcl_mutex_t *enter_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void enter_held(struct my_mutex *l, const char *where)
{
	l->where = where;
}

#define ENTER(l) enter(l, __func__)

struct values_inner_1_cs {  /* inner.m, in.c:36-38 */
	int value;          /* in */
};

static int values_inner_1_cs(void *ctx)
{
	struct values_inner_1_cs *cs = ctx;
	int value = cs->value;

	take_held(&inner, value);
	sum += outer.value + 10 * inner.value;
	give_held(&inner);
	return 0;
}

struct values_inner_2_cs {  /* inner.m, in.c:40-42 */
	int value;          /* in */
};

static int values_inner_2_cs(void *ctx)
{
	struct values_inner_2_cs *cs = ctx;
	int value = cs->value;

	take_held(&inner, value);
	sum += 100 * inner.value;
	give_held(&inner);
	return 0;
}

struct values_outer_cs {  /* outer.m, in.c:34-43 */
	int n;            /* in */
	int value;        /* in */
};

static int values_outer_cs(void *ctx)
{
	struct values_outer_cs *cs = ctx;
	int n = cs->n;
	int value = cs->value;

	take_held(&outer, value);
	sum += n;
	struct values_inner_1_cs inner_1_cs = { .value = two };
	rcl_exec_anon(take_mutex(&inner), values_inner_1_cs, &inner_1_cs, sizeof(inner_1_cs));
	one = 7;
	struct values_inner_2_cs inner_2_cs = { .value = one };
	rcl_exec_anon(take_mutex(&inner), values_inner_2_cs, &inner_2_cs, sizeof(inner_2_cs));
	give_held(&outer);
	return 0;
}

static void values(int n)
{
	struct values_outer_cs cs = { .n = n, .value = one };
	rcl_exec_anon(take_mutex(&outer), values_outer_cs, &cs, sizeof(cs));
}

struct names_inner_cs {     /* inner.m, in.c:50-52 */
	const char *where;  /* in */
};

static int names_inner_cs(void *ctx)
{
	struct names_inner_cs *cs = ctx;
	const char *where = cs->where;

	enter_held(&inner, where);
	printf("%s %s\n", outer.where, inner.where);
	give_held(&inner);
	return 0;
}

struct names_outer_cs {     /* outer.m, in.c:48-53 */
	int n;              /* in */
	const char *func;   /* in */
	const char *where;  /* in */
};

static int names_outer_cs(void *ctx)
{
	struct names_outer_cs *cs = ctx;
	int n = cs->n;
	const char *func = cs->func;
	const char *where = cs->where;

	enter_held(&outer, where);
	sum += n;
	struct names_inner_cs inner_cs = { .where = func };
	rcl_exec(enter_mutex(&inner), names_inner_cs, &inner_cs, sizeof(inner_cs));
	give_held(&outer);
	return 0;
}

static void names(int n)
{
	struct names_outer_cs cs = { .n = n, .func = __func__, .where = __func__ };
	rcl_exec(enter_mutex(&outer), names_outer_cs, &cs, sizeof(cs));
}

struct names_of_macros_inner_cs {  /* inner.m, in.c:63-65 */
	const char *where;         /* in */
};

static int names_of_macros_inner_cs(void *ctx)
{
	struct names_of_macros_inner_cs *cs = ctx;
	const char *where = cs->where;

	enter_held(&inner, where);
	printf("%s %s\n", outer.where, inner.where);
	give_held(&inner);
	return 0;
}

#define __func__ "names_of_macros"

struct names_of_macros_outer_cs {  /* outer.m, in.c:61-66 */
	const char *where;         /* in */
};

static int names_of_macros_outer_cs(void *ctx)
{
	struct names_of_macros_outer_cs *cs = ctx;
	const char *where = cs->where;

	enter_held(&outer, where);
	sum++;
	struct names_of_macros_inner_cs inner_cs = { .where = where };
	rcl_exec(enter_mutex(&inner), names_of_macros_inner_cs, &inner_cs, sizeof(inner_cs));
	give_held(&outer);
	return 0;
}

#undef __func__

#define __func__ "names_of_macros"

struct names_of_macros_plain_cs {  /* plain, in.c:59-67 */
	int n;                     /* in */
	const char *func;          /* in */
};

static int names_of_macros_plain_cs(void *ctx)
{
	struct names_of_macros_plain_cs *cs = ctx;
	int n = cs->n;
	const char *func = cs->func;

	sum += n;
	struct names_of_macros_outer_cs outer_cs = { .where = func };
	rcl_exec(enter_mutex(&outer), names_of_macros_outer_cs, &outer_cs, sizeof(outer_cs));
	return 0;
}

#undef __func__

/* the name is asked for by a macro alone */
static void names_of_macros(int n)
{
	struct names_of_macros_plain_cs cs = { .n = n, .func = __func__ };
	rcl_exec(&plain, names_of_macros_plain_cs, &cs, sizeof(cs));
}

int main(void)
{
	values(1);
	values(2);
	names(3);
	names_of_macros(4);
	printf("%d\n", sum);
	return 0;
}
