#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define TIMES(n, body) for (int i = 0; i < n; i++) { body
#define DONE }

typedef int four __attribute__((vector_size(16)));

struct counter {
	rcl_mutex_t lock;
	int value;
};

/* Initialised where spatch does not see it. */
static int counter_init(struct counter *c)
{
	int failed = 0;

	TIMES(2, failed += rcl_mutex_init(&c->lock, NULL, counter_lock); c->value++;)
	DONE
	return failed;
}

struct counter_add_cs {     /* c->lock, in.c:26-29 */
	struct counter *c;  /* in */
	int by;             /* in-out */
};

static int counter_add_cs(void *ctx)
{
	struct counter_add_cs *cs = ctx;
	struct counter *c = cs->c;
	int by = cs->by;

	c->value += by;
	by = c->value;
	cs->by = by;
	return 0;
}

static int counter_add(struct counter *c, int by)
{
	struct counter_add_cs cs = { .c = c, .by = by };
	rcl_exec_anon(&c->lock, counter_add_cs, &cs, sizeof(cs));
	by = cs.by;
	return by;
}

static int counter_asm(struct counter *c)
{
	rcl_lock(&c->lock);
	__asm__ goto ("" : : "r" (c) : : out);
	c->value++;
out:
	rcl_unlock(&c->lock);
	return c->value;
}

struct counter_mask_cs {    /* c->lock, in.c:47-50 */
	struct counter *c;  /* in */
	int mask;           /* in-out */
};

static int counter_mask_cs(void *ctx)
{
	struct counter_mask_cs *cs = ctx;
	struct counter *c = cs->c;
	int mask = cs->mask;

	c->value ^= mask;
	mask = c->value;
	cs->mask = mask;
	return 0;
}

static int counter_mask(struct counter *c)
{
	int mask = 0b11;

	struct counter_mask_cs cs = { .c = c, .mask = mask };
	rcl_exec_anon(&c->lock, counter_mask_cs, &cs, sizeof(cs));
	mask = cs.mask;
	return mask;
}

struct counter_wide_cs {         /* c->lock, in.c:60-63 */
	struct counter *c;       /* in */
	unsigned __int128 wide;  /* in-out */
	four v;                  /* in */
};

static int counter_wide_cs(void *ctx)
{
	struct counter_wide_cs *cs = ctx;
	struct counter *c = cs->c;
	unsigned __int128 wide = cs->wide;
	four v = cs->v;

	wide *= c->value; __attribute__((unused)) int shift = (int)(wide & 1);
	c->value += v[1] << shift;
	cs->wide = wide;
	return 0;
}

/* Attributes with arguments, and types that spatch does not know. */
static __attribute__((noinline, hot)) int counter_wide(struct counter *c, int by __attribute__((unused)))
{
	unsigned __int128 wide __attribute__((aligned(16))) = 3;
	four v = { by, 2 };

	struct counter_wide_cs cs = { .c = c, .wide = wide, .v = v };
	rcl_exec_anon(&c->lock, counter_wide_cs, &cs, sizeof(cs));
	wide = cs.wide;
	return (int)wide;
}

static int counter_loop(struct counter *c)
{
	TIMES(
		3,
		rcl_lock(&c->lock);
		c->value += i;
		rcl_unlock(&c->lock);
		)
	DONE
	return 1;
}

struct counter_split_cs {   /* c->lock, in.c:86-88 */
	struct counter *c;  /* in */
};

static int counter_split_cs(void *ctx)
{
	struct counter_split_cs *cs = ctx;
	struct counter *c = cs->c;

	c->value++;
	return 0;
}

/* Names that go on in the next line. */
static int counter_split(struct counter *c)
{
	rcl_lock(&c->lock);
	c->value++;
	rcl_unlock(&c->lock);
	struct counter_split_cs cs = { .c = c };
	rcl_exec_anon(&c->lock, counter_split_cs, &cs, sizeof(cs));
	return c->value;
}

static int counter_step(struct counter *c, int step)
{
	static void *const steps[] = { &&one, &&two };

	rcl_lock(&c->lock);
	goto *steps[step];
two:	c->value++;
one:	c->value++;
	rcl_unlock(&c->lock);
	return step;
}

int main(void)
{
	struct counter c = { .value = 3 };

	counter_init(&c);
	printf("%d\n", counter_add(&c, 4));
	printf("%d\n", counter_asm(&c));
	printf("%d\n", counter_mask(&c) + counter_wide(&c, 1));
	printf("%d\n", counter_step(&c, 1) + counter_split(&c) + counter_loop(&c));
	printf("%d\n", c.value);
	return 0;
}
