/* Sections in functions that return a pointer to a function or to an array: their name stands in parentheses. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static void (*current)(int);
static int grid[2][3][4];

struct set_handler_cs {        /* lock, in.c:13-16 */
	void (*handler)(int);  /* in */
	void (*old)(int);      /* out */
};

static int set_handler_cs(void *ctx)
{
	struct set_handler_cs *cs = ctx;
	void (*handler)(int) = cs->handler;
	void (*old)(int);

	old = current;
	current = handler;
	cs->old = old;
	return 0;
}

void (*set_handler(void (*handler)(int)))(int)
{
	void (*old)(int);

	struct set_handler_cs cs = { .handler = handler };
	rcl_exec_anon(&lock, set_handler_cs, &cs, sizeof(cs));
	old = cs.old;
	return old;
}

struct row_cs {  /* lock, in.c:22-24 */
	int n;   /* in */
};

static int row_cs(void *ctx)
{
	struct row_cs *cs = ctx;
	int n = cs->n;

	grid[n][1][2]++;
	return 0;
}

static int (*row(int n))[3][4]
{
	struct row_cs cs = { .n = n };
	rcl_exec_anon(&lock, row_cs, &cs, sizeof(cs));
	return &grid[n];
}

static void show(int n)
{
	printf("%d\n", n);
}

int main(void)
{
	set_handler(show);
	set_handler(NULL)((*row(1))[1][2]);
	return 0;
}
