#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int first = 2, second = 3, dropped;

static int take(int *p)
{
	return (*p)-- > 2;
}

struct get_cs {  /* lock, in.c:18-25 */
	int id;  /* in */
	int *p;  /* in */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int id = cs->id;
	int *p = cs->p;

	if (id == 0)
		p = &first;
	else
		p = &second;
	if (p == NULL || !take(p))
		dropped++;
	return 0;
}

/* What the variable was given before has no use, but without one the compiler would complain of it. */
static void get(int id)
{
	int *p;

	p = NULL;
	struct get_cs cs = { .id = id, .p = p };
	rcl_exec_anon(&lock, get_cs, &cs, sizeof(cs));
}

struct swap_cs {    /* lock, in.c:33-38 */
	int taken;  /* in */
};

static int swap_cs(void *ctx)
{
	struct swap_cs *cs = ctx;
	int *p;
	int taken = cs->taken;

	p = &first;
	taken = *p;
	*p = second;
	second = taken;
	return 0;
}

/* A declaration goes with the section, unless it does something. */
static void swap(void)
{
	int taken = take(&first);

	struct swap_cs cs = { .taken = taken };
	rcl_exec_anon(&lock, swap_cs, &cs, sizeof(cs));
}

/* lock, in.c:47-50 */
static int both_cs(void *ctx)
{
	int n;

	n = first + second;
	dropped += n;
	return 0;
}

/* Here it has one. */
static int both(int id)
{
	int n = id + 1;

	printf("%d\n", n);
	rcl_exec_anon(&lock, both_cs, NULL, 0);
	return id;
}

struct rounds_cs {  /* lock, in.c:60-63 */
	int i;      /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	int n;
	int i = cs->i;

	n = first + i;
	dropped += n;
	return 0;
}

/* Nobody has given it a value where the section is first entered. */
static void rounds(int last)
{
	int i;

	for (i = 0; i < last; i++) {
		struct rounds_cs cs = { .i = i };
		rcl_exec_anon(&lock, rounds_cs, &cs, sizeof(cs));
	}
}

int main(void)
{
	get(0);
	get(1);
	swap();
	rounds(both(3));
	printf("%d %d %d\n", first, second, dropped);
	return 0;
}
