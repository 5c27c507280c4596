/* The bounds of arrays are handed over in the source's own words, where these say the same before the function. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define LEN 16
#define SMALL 9
#define TWICE(n) (2 * (n))

enum { ROWS = 3 };

struct entry {
	long key;
	char name[8];
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static char seen[LEN];

struct filled_cs {                                /* lock, in.c:27-34 */
	int k;                                    /* in */
	char (*buf)[LEN];                         /* by reference */
	char (*grid)[ROWS][LEN + 1];              /* by reference */
	char (*words)[sizeof(struct entry) * 2];  /* by reference */
	char **names;                             /* by reference */
	int *local;                               /* by reference */
	int (*rows)[ROWS];                        /* in */
};

static int filled_cs(void *ctx)
{
	struct filled_cs *cs = ctx;
	int k = cs->k;
	char (*buf)[LEN] = cs->buf;
	char (*grid)[ROWS][LEN + 1] = cs->grid;
	char (*words)[sizeof(struct entry) * 2] = cs->words;
	char **names = cs->names;
	int *local = cs->local;
	int (*rows)[ROWS] = cs->rows;

	memset(*buf, k, sizeof(*buf));
	memset(*words, k, sizeof(*words));
	memset(*grid, k, sizeof(*grid));
	names[1] = *buf;
	memcpy(seen, *buf, sizeof(seen));
	local[1] += (*rows)[0];
	return 0;
}

static int filled(int k)
{
	char buf[LEN], grid[ROWS][LEN + 1];
	char words[sizeof(struct entry) * 2] = "", *names[LEN];
	int local[] = { 1, 2, 3 };
	int (*rows)[ROWS] = &local;

	struct filled_cs cs = {
		.k = k,
		.buf = &buf,
		.grid = &grid,
		.words = &words,
		.names = names,
		.local = local,
		.rows = rows,
	};
	rcl_exec_anon(&lock, filled_cs, &cs, sizeof(cs));
	return buf[0] + grid[1][1] + local[1] + names[1][2] + words[0];
}

struct own_cs {            /* lock, in.c:44-47 */
	int k;             /* in */
	char (*few)[2];    /* by reference */
	char (*many)[32];  /* by reference */
};

static int own_cs(void *ctx)
{
	struct own_cs *cs = ctx;
	int k = cs->k;
	char (*few)[2] = cs->few;
	char (*many)[32] = cs->many;

	memset(*few, k, sizeof(*few));
	memset(*many, k, sizeof(*many));
	return 0;
}

/* what these ask for is the function's own */
static int own(int k)
{
	enum { FEW = 2 };
	char few[FEW], many[TWICE(LEN)];

	struct own_cs cs = { .k = k, .few = &few, .many = &many };
	rcl_exec_anon(&lock, own_cs, &cs, sizeof(cs));
	return few[1] + many[2];
}

struct sized_cs {          /* lock, in.c:56-59 */
	int k;             /* in */
	char (*copy)[8];   /* by reference */
	char (*more)[32];  /* by reference */
};

static int sized_cs(void *ctx)
{
	struct sized_cs *cs = ctx;
	int k = cs->k;
	char (*copy)[8] = cs->copy;
	char (*more)[32] = cs->more;

	memset(*copy, k, sizeof(*copy));
	memset(*more, k, sizeof(*more));
	return 0;
}

static int sized(int k)
{
	struct entry entry = { k, "" };
	char copy[sizeof(entry.name)], more[TWICE(sizeof(struct entry))];

	struct sized_cs cs = { .k = k, .copy = &copy, .more = &more };
	rcl_exec_anon(&lock, sized_cs, &cs, sizeof(cs));
	return copy[1] + more[2] + (int)entry.key;
}

struct defined_cs {      /* lock, in.c:69-71 */
	int k;           /* in */
	char (*few)[4];  /* by reference */
};

static int defined_cs(void *ctx)
{
	struct defined_cs *cs = ctx;
	int k = cs->k;
	char (*few)[4] = cs->few;

	memset(*few, k, sizeof(*few));
	return 0;
}

static int defined(int k)
{
#undef SMALL
#define SMALL 4
	char few[SMALL];

	struct defined_cs cs = { .k = k, .few = &few };
	rcl_exec_anon(&lock, defined_cs, &cs, sizeof(cs));
	return few[1];
}

int main(void)
{
	printf("%d %d %d %d %zu\n", filled(1), own(2), sized(3), defined(4), sizeof(seen));
	return 0;
}
