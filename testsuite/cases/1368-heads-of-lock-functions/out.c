#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define local static
#define NOINLINE __attribute__((noinline))
#define PRIVATE static NOINLINE

typedef struct box {
	rcl_mutex_t own;
	int n;
} box_t;

static box_t box = { RCL_MUTEX_INITIALIZER(box_own), 0 };

static rcl_mutex_t *first_mutex(struct box **b)
{
	struct box *one = *b;

	return &one->own;
}

static rcl_mutex_t *second_mutex(box_t *const b)
{
	return &b->own;
}

static rcl_mutex_t *third_mutex(struct box b[static 1], const int i[])
{
	return &b[i[0]].own;
}

static rcl_mutex_t *fourth_mutex(struct box *(*get)(void))
{
	return &get()->own;
}

static rcl_mutex_t *fifth_mutex(struct box *b, int i)
{
	return &b[i].own;
}

static struct box *get(void)
{
	return &box;
}

struct use_own_1_cs {    /* *&b->own, in.c:80-82 */
	struct box **b;  /* by reference */
};

static int use_own_1_cs(void *ctx)
{
	struct use_own_1_cs *cs = ctx;
	struct box **b = cs->b;

	(*b)->n++;
	return 0;
}

struct use_own_2_cs {    /* b->own, in.c:83-85 */
	struct box **b;  /* by reference */
};

static int use_own_2_cs(void *ctx)
{
	struct use_own_2_cs *cs = ctx;
	struct box **b = cs->b;

	(*b)->n++;
	return 0;
}

struct use_own_3_cs {    /* b[zero[0]].own, in.c:86-88 */
	struct box **b;  /* by reference */
};

static int use_own_3_cs(void *ctx)
{
	struct use_own_3_cs *cs = ctx;
	struct box **b = cs->b;

	(*b)->n++;
	return 0;
}

struct use_own_4_cs {    /* get()->own, in.c:89-91 */
	struct box **b;  /* by reference */
};

static int use_own_4_cs(void *ctx)
{
	struct use_own_4_cs *cs = ctx;
	struct box **b = cs->b;

	(*b)->n++;
	return 0;
}

struct use_own_5_cs {    /* b[0].own, in.c:92-94 */
	struct box **b;  /* by reference */
};

static int use_own_5_cs(void *ctx)
{
	struct use_own_5_cs *cs = ctx;
	struct box **b = cs->b;

	(*b)->n++;
	return 0;
}

local int use(struct box *b, const int *zero)
{
	struct use_own_1_cs cs = { .b = &b };
	rcl_exec_anon(first_mutex(&b), use_own_1_cs, &cs, sizeof(cs));
	struct use_own_2_cs own_2_cs = { .b = &b };
	rcl_exec_anon(second_mutex(b), use_own_2_cs, &own_2_cs, sizeof(own_2_cs));
	struct use_own_3_cs own_3_cs = { .b = &b };
	rcl_exec_anon(third_mutex(b, zero), use_own_3_cs, &own_3_cs, sizeof(own_3_cs));
	struct use_own_4_cs own_4_cs = { .b = &b };
	rcl_exec_anon(fourth_mutex(get), use_own_4_cs, &own_4_cs, sizeof(own_4_cs));
	struct use_own_5_cs own_5_cs = { .b = &b };
	rcl_exec_anon(fifth_mutex(b, 0), use_own_5_cs, &own_5_cs, sizeof(own_5_cs));
	return b->n;
}

int main(void)
{
	int zero = 0;

	printf("%d\n", use(&box, &zero));
	return 0;
}
