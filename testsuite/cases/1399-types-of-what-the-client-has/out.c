/* Sections that ask for the type of a variable of their function's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct node {
	struct node *next;
	int n;
};

struct queue {
	rcl_mutex_t m;
	struct node *head;
	int n;
};

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
#define FOR_EACH(p, head) for (__typeof__(head) p = (head); p; p = p->next)

struct plain_cs {         /* q->m, in.c:26-31 */
	struct queue *q;  /* in */
	int k;            /* in */
	int r;            /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;
	int r;
	__typeof__(k) twice = k * 2;
	__typeof__(r) three = twice + k;
	q->n += three;
	r = MAX(q->n, k);
	cs->r = r;
	return 0;
}

/* of one that it has a copy of, of one that it sets, */
static int plain(struct queue *q, int k)
{
	int r;

	struct plain_cs cs = { .q = q, .k = k };
	rcl_exec_anon(&q->m, plain_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct by_address_cs {    /* q->m, in.c:40-41 */
	struct queue *q;  /* in */
	long *at;         /* in */
};

static int by_address_cs(void *ctx)
{
	struct by_address_cs *cs = ctx;
	struct queue *q = cs->q;
	long *at = cs->at;

	*at += q->n;
	return RCL_KEEP;
}

/* of one by its address, */
static long by_address(struct queue *q)
{
	long sum = 3, *at = &sum;

	struct by_address_cs cs = { .q = q, .at = at };
	rcl_exec_anon(&q->m, by_address_cs, &cs, sizeof(cs));
	__typeof__(sum) was = sum;
	q->n = (int)was;
	SWAP(sum, was);
	rcl_unlock(&q->m);
	return sum + *at;
}

/* of arrays and structures, */
static int arrays(struct queue *q)
{
	char text[8] = "abc";
	struct node node = { NULL, 4 };

	rcl_lock(&q->m);
	__typeof__(text) copy;
	__typeof__(node) other = node;
	memcpy(copy, text, sizeof(copy));
	other.n += copy[1] + (int)sizeof(copy);
	q->n += other.n;
	rcl_unlock(&q->m);
	return q->n;
}

struct only_type_cs {     /* q->m, in.c:70-73 */
	struct queue *q;  /* in */
	short s;          /* in */
	int r;            /* out */
};

static int only_type_cs(void *ctx)
{
	struct only_type_cs *cs = ctx;
	struct queue *q = cs->q;
	short s = cs->s;
	int r;
	__typeof__(s) big = (__typeof__(s))(70000 + q->n);
	r = big;
	cs->r = r;
	return 0;
}

/* of one that it does nothing else with, */
static int only_type(struct queue *q, short s)
{
	int r;

	struct only_type_cs cs = { .q = q, .s = s };
	rcl_exec_anon(&q->m, only_type_cs, &cs, sizeof(cs));
	r = cs.r;
	return r + s;
}

struct listed_cs {        /* q->m, in.c:83-87 */
	struct queue *q;  /* in */
	int r;            /* in-out */
};

static int listed_cs(void *ctx)
{
	struct listed_cs *cs = ctx;
	struct queue *q = cs->q;
	struct node *head;
	int r = cs->r;

	head = q->head;
	FOR_EACH(p, head)
		r += p->n;
	cs->r = r;
	return 0;
}

/* and of a list's. */
static int listed(struct queue *q)
{
	int r = 0;

	struct listed_cs cs = { .q = q, .r = r };
	rcl_exec_anon(&q->m, listed_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* of one that it declares, and hands out by its address, and of one that another one hides. */
static void add(int *x)
{
	*x += 1;
}

static int declared(struct queue *q)
{
	int *at;

	rcl_lock(&q->m);
	int here = q->n;
	__typeof__(here) more = here + 1;
	at = &here;
	add(&here);
	q->n += more;
	rcl_unlock(&q->m);
	add(at);
	return here;
}

static long hidden(struct queue *q, long k)
{
	long r = 0;

	rcl_lock(&q->m);
	__typeof__(k) big = 70000;
	big *= big;
	for (short k = 0; k < 3; k++) {
		__typeof__(k) small = (__typeof__(k))(70000 + k);
		r += small;
	}
	q->n++;
	rcl_unlock(&q->m);
	return r + big;
}

struct both_cs {          /* q->m, in.c:134-143 */
	struct queue *q;  /* in */
	long k;           /* in */
	long r;           /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct queue *q = cs->q;
	const long k = cs->k;
	long r;
	__typeof__(k) big = 70000 + k;
	__typeof__(r) sum = big * big;
	for (short k = 0; k < 3; k++) {
		__typeof__(k) small = (__typeof__(k))(70000 + k);
		sum += small;
	}
	q->n++;
	r = sum;
	cs->r = r;
	return 0;
}

static long both(struct queue *q, const long k)
{
	long r = 0;

	for (char r = 0; r < 2; r++)
		q->n += r;
	struct both_cs cs = { .q = q, .k = k };
	rcl_exec_anon(&q->m, both_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

int main(void)
{
	struct node two = { NULL, 5 }, one = { &two, 6 };
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), &one, 3 };

	printf("%d %d\n", plain(&q, 3), plain(&q, 1));
	printf("%ld\n", by_address(&q));
	printf("%d %d %d\n", arrays(&q), only_type(&q, 2), listed(&q));
	printf("%d %ld %ld\n", declared(&q), hidden(&q, 2), both(&q, 3));
	return 0;
}
