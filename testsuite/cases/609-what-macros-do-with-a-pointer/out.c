/* A variable that the section has by its address is *x there, or (*x) where a macro asks for that: not what is shown. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define NEXT(x) x++
#define SECOND(a) a[1]
#define TWICE(x) ((x) + (x))
#define LAST(x) (x)--
#define SHOW(x) printf("%s is %d\n", #x, x)
#define SHOW_IT(what, x) do { puts(what); SHOW(x); } while (0)
#define SHOW_ALL(...) puts(#__VA_ARGS__)
#define LOG(level, x) printf("%s %d\n", #level, x)
#define MUST(x) do { if (!(x)) { puts(#x); abort(); } } while (0)

struct item { int n; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared = 3;

struct counted_up_cs {  /* lock, in.c:26-29 */
	int *k;         /* by reference */
	int *p;         /* in */
};

static int counted_up_cs(void *ctx)
{
	struct counted_up_cs *cs = ctx;
	int *k = cs->k;
	int *p = cs->p;

	NEXT((*k));
	*p += shared;
	return 0;
}

static int counted_up(int n)
{
	int k = n, *p = &k;

	struct counted_up_cs cs = { .k = &k, .p = p };
	rcl_exec_anon(&lock, counted_up_cs, &cs, sizeof(cs));
	return k;
}

struct element_cs {  /* lock, in.c:37-41 */
	int *one;    /* by reference */
	int *two;    /* by reference */
	int **row;   /* by reference */
	int **p;     /* in */
};

static int element_cs(void *ctx)
{
	struct element_cs *cs = ctx;
	int *one = cs->one;
	int *two = cs->two;
	int **row = cs->row;
	int **p = cs->p;

	shared += SECOND((*row));
	*p = two;
	shared += SECOND((*row)) + SECOND(one);
	return 0;
}

static int element(int n)
{
	int one[2] = { 1, n }, two[2] = { 3, 4 }, *row = one, **p = &row;

	struct element_cs cs = { .one = one, .two = two, .row = &row, .p = p };
	rcl_exec_anon(&lock, element_cs, &cs, sizeof(cs));
	return row[0];
}

struct with_parentheses_cs {  /* lock, in.c:50-56 */
	int *k;               /* by reference */
	int *p;               /* in */
	struct item *item;    /* by reference */
	struct item *q;       /* in */
};

static int with_parentheses_cs(void *ctx)
{
	struct with_parentheses_cs *cs = ctx;
	int *k = cs->k;
	int *p = cs->p;
	struct item *item = cs->item;
	struct item *q = cs->q;

	shared += TWICE(*k);
	*p += 1;
	LAST(*k);
	NEXT(item->n);
	q->n++;
	return 0;
}

static int with_parentheses(int n)
{
	int k = n, *p = &k;
	struct item item = { n }, *q = &item;

	struct with_parentheses_cs cs = { .k = &k, .p = p, .item = &item, .q = q };
	rcl_exec_anon(&lock, with_parentheses_cs, &cs, sizeof(cs));
	return k + item.n;
}

struct shown_cs {  /* lock, in.c:65-66 */
	int *p;    /* in */
};

static int shown_cs(void *ctx)
{
	struct shown_cs *cs = ctx;
	int *p = cs->p;

	*p += 1;
	return RCL_KEEP;
}

/* what the program says of it */
static int shown(int n)
{
	int k = n, *p = &k;

	struct shown_cs cs = { .p = p };
	rcl_exec_anon(&lock, shown_cs, &cs, sizeof(cs));
	SHOW(k);
	rcl_unlock(&lock);
	return k;
}

struct shown_by_another_cs {  /* lock, in.c:76-77 */
	struct item *p;       /* in */
};

static int shown_by_another_cs(void *ctx)
{
	struct shown_by_another_cs *cs = ctx;
	struct item *p = cs->p;

	p->n++;
	return RCL_KEEP;
}

static int shown_by_another(int n)
{
	struct item item = { n }, *p = &item;

	struct shown_by_another_cs cs = { .p = p };
	rcl_exec_anon(&lock, shown_by_another_cs, &cs, sizeof(cs));
	SHOW_IT("here", item.n);
	rcl_unlock(&lock);
	return item.n;
}

struct shown_with_others_cs {  /* lock, in.c:87-91 */
	int *k;                /* by reference */
	int *p;                /* in */
};

static int shown_with_others_cs(void *ctx)
{
	struct shown_with_others_cs *cs = ctx;
	int *k = cs->k;
	int *p = cs->p;

	*p += 1;
	shared += *k;
	SHOW_ALL(n, k);
	return 0;
}

static int shown_with_others(int n)
{
	int k = n, *p = &k;

	struct shown_with_others_cs cs = { .k = &k, .p = p };
	rcl_exec(&lock, shown_with_others_cs, &cs, sizeof(cs));
	return k;
}

struct not_shown_cs {  /* lock, in.c:100-105 */
	int *k;        /* by reference */
	int *p;        /* in */
};

static int not_shown_cs(void *ctx)
{
	struct not_shown_cs *cs = ctx;
	int *k = cs->k;
	int *p = cs->p;

	*p += 1;
	LOG(info, *k);
	MUST(*k > 0);
	assert(*k > 0);
	return 0;
}

/* something else is written out, or nobody reads it but who is left behind by the end */
static int not_shown(int n)
{
	int k = n, *p = &k;

	struct not_shown_cs cs = { .k = &k, .p = p };
	rcl_exec(&lock, not_shown_cs, &cs, sizeof(cs));
	return k;
}

int main(void)
{
	for (int n = 1; n < 4; n++) {
		printf("%d %d %d\n", counted_up(n), element(n), with_parentheses(n));
		printf("%d\n", shown(n));
		printf("%d\n", shown_by_another(n));
		printf("%d\n", shown_with_others(n));
		printf("%d\n", not_shown(n));
	}
	printf("%d\n", shared);
	return 0;
}
