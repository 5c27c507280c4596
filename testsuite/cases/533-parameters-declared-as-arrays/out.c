#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef int three[3];

struct point {
	int x, y[2];
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

struct behind_blanks_cs {  /* lock, in.c:16-21 */
	const char *text;  /* in-out */
};

static int behind_blanks_cs(void *ctx)
{
	struct behind_blanks_cs *cs = ctx;
	const char *text = cs->text;

	while (*text == ' ') {
		text++;
		shared++;
	}
	cs->text = text;
	return 0;
}

/* Parameters that read like arrays are pointers: a section may make them point elsewhere. */
static const char *behind_blanks(const char text[])
{
	struct behind_blanks_cs cs = { .text = text };
	rcl_exec_anon(&lock, behind_blanks_cs, &cs, sizeof(cs));
	text = cs.text;
	return text;
}

struct last_cs {       /* lock, in.c:27-32 */
	char **words;  /* in-out */
	int n;         /* in */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	char **words = cs->words;
	int n = cs->n;

	if (n > 1) {
		words = &words[n - 1];
		shared += n;
	}
	cs->words = words;
	return 0;
}

static const char *last(char *words[], int n)
{
	struct last_cs cs = { .words = words, .n = n };
	rcl_exec_anon(&lock, last_cs, &cs, sizeof(cs));
	words = cs.words;
	return words[0];
}

struct rows_cs {          /* lock, in.c:38-42 */
	int (*table)[2];  /* in-out */
	int *more;        /* in-out */
	int n;            /* in */
};

static int rows_cs(void *ctx)
{
	struct rows_cs *cs = ctx;
	int (*table)[2] = cs->table;
	int *more = cs->more;
	int n = cs->n;

	shared += table[n][1] + more[0];
	table++;
	more += 2;
	cs->table = table;
	cs->more = more;
	return 0;
}

static int rows(int table[][2], three more, int n)
{
	struct rows_cs cs = { .table = table, .more = more, .n = n };
	rcl_exec_anon(&lock, rows_cs, &cs, sizeof(cs));
	table = cs.table;
	more = cs.more;
	return table[0][0] + *more;
}

struct sum_cs {   /* lock, in.c:48-52 */
	int n;    /* in-out */
	int *of;  /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int n = cs->n;
	int *of = cs->of;

	while (n-- > 0)
		shared += *of++;
	n = of[-1];
	cs->n = n;
	cs->of = of;
	return 0;
}

static int sum(int n, int of[n])
{
	struct sum_cs cs = { .n = n, .of = of };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	n = cs.n;
	of = cs.of;
	return n + of[-2];
}

struct points_cs {         /* lock, in.c:58-62 */
	struct point *of;  /* in-out */
};

static int points_cs(void *ctx)
{
	struct points_cs *cs = ctx;
	struct point *of = cs->of;

	of->x = shared;
	(of + 1)->y[1] = ++of->y[0];
	of++;
	cs->of = of;
	return 0;
}

static int points(struct point of[2])
{
	struct points_cs cs = { .of = of };
	rcl_exec_anon(&lock, points_cs, &cs, sizeof(cs));
	of = cs.of;
	return of->y[1];
}

static int twice(int n)
{
	return 2 * n;
}

struct call_cs {           /* lock, in.c:73-77 */
	int (*what)(int);  /* in-out */
	int n;             /* in */
};

static int call_cs(void *ctx)
{
	struct call_cs *cs = ctx;
	int (*what)(int) = cs->what;
	int n = cs->n;

	shared += what(n);
	if (shared > 3)
		what = twice;
	cs->what = what;
	return 0;
}

static int call(int what(int), int n)
{
	struct call_cs cs = { .what = what, .n = n };
	rcl_exec_anon(&lock, call_cs, &cs, sizeof(cs));
	what = cs.what;
	return what(n);
}

struct by_address_cs {  /* lock, in.c:85-88 */
	int **of;       /* by reference */
	int **to;       /* in */
};

static int by_address_cs(void *ctx)
{
	struct by_address_cs *cs = ctx;
	int **of = cs->of;
	int **to = cs->to;

	shared += (*of)[0];
	++*to;
	return 0;
}

/* Only the address of the parameter itself keeps it where it is. */
static int by_address(int of[])
{
	int **to = &of;
	struct by_address_cs cs = { .of = &of, .to = to };
	rcl_exec_anon(&lock, by_address_cs, &cs, sizeof(cs));
	return of[0];
}

static int once(int n)
{
	return n;
}

int main(void)
{
	int table[3][2] = {{1, 2}, {3, 4}, {5, 6}}, numbers[] = {7, 8, 9};
	struct point of[2] = {{1, {2, 3}}, {4, {5, 6}}};
	char *words[] = {"one", "two", "three"};

	printf("%s %s\n", behind_blanks("   text"), last(words, 3));
	printf("%d\n", rows(table, numbers, 1));
	printf("%d\n", sum(3, numbers));
	printf("%d\n", points(of));
	printf("%d\n", call(once, 5));
	printf("%d\n", by_address(numbers));
	printf("%d\n", shared);
	return 0;
}
