#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define TRUE 1
#define FALSE 0
#define UNLOCK_ON_CANCEL(m) pthread_cleanup_push((void (*)(void *))rcl_unlock, m)

struct q { rcl_mutex_t m; struct q *next; int n; };
static struct q a = { .m = RCL_MUTEX_INITIALIZER(q_m_in), .next = NULL }, b = { .m = RCL_MUTEX_INITIALIZER(q_m_in_10), .next = &a };

struct both_q_2_cs {  /* y->m, in.c:21-23 */
	struct q *y;  /* in */
	int n;        /* out */
};

static int both_q_2_cs(void *ctx)
{
	struct both_q_2_cs *cs = ctx;
	struct q *y = cs->y;
	int n;

	n = y->n++;
	cs->n = n;
	return 0;
}

struct both_q_1_cs {  /* x->m, in.c:18-25 */
	struct q *x;  /* in */
	struct q *y;  /* in */
	int n;        /* out */
};

static int both_q_1_cs(void *ctx)
{
	struct both_q_1_cs *cs = ctx;
	struct q *x = cs->x;
	struct q *y = cs->y;
	int n;

	x->n++;
	pthread_cleanup_push((void (*)(void *))rcl_unlock, &y->m);
	struct both_q_2_cs q_2_cs = { .y = y };
	rcl_exec_anon(&y->m, both_q_2_cs, &q_2_cs, sizeof(q_2_cs));
	n = q_2_cs.n;
	pthread_cleanup_pop(0);
	n += x->n;
	cs->n = n;
	return 0;
}

/* One in the other, registered by a macro; the argument of pop is a macro, too. */
static int both(struct q *x, struct q *y)
{
	int n;

	UNLOCK_ON_CANCEL(&x->m);
	struct both_q_1_cs cs = { .x = x, .y = y };
	rcl_exec(&x->m, both_q_1_cs, &cs, sizeof(cs));
	n = cs.n;
	pthread_cleanup_pop(0);
	return n;
}

/* The pointer moves on before the release; pop releases what push was given. */
static int moved(struct q *x)
{
	int n;

	rcl_lock(&x->m);
	pthread_cleanup_push((void (*)(void *))rcl_unlock, &x->m);
	x->n++;
	n = x->n;
	x = x->next;
	if (x)
		n += 100;
	pthread_cleanup_pop(1);
	return n;
}

static int again(struct q *x)
{
	int n = 0;

	pthread_cleanup_push((void (*)(void *))rcl_unlock, &x->m);
	do {
		rcl_lock(&x->m);
		n++;
		if (x->n > 10)
			break;
		x->n++;
		rcl_unlock(&x->m);
	} while (n < 20);
	if (n == 20)
		rcl_lock(&x->m);
	pthread_cleanup_pop(TRUE);
	return n;
}

static void done(void *arg)
{
	struct q *q = arg;
	q->n--;
	rcl_unlock(&q->m);
}

struct counted_cs {   /* x->m, in.c:75-76 */
	struct q *x;  /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	struct q *x = cs->x;

	x->n++;
	return RCL_KEEP;
}

static int counted(struct q *x)
{
	int n;

	struct counted_cs cs = { .x = x };
	rcl_exec_anon(&x->m, counted_cs, &cs, sizeof(cs));
	pthread_cleanup_push(done, x);
	n = x->n;
	pthread_cleanup_pop(1);
	return n;
}

struct loops_cs {     /* x->m, in.c:89-97 */
	struct q *x;  /* in */
	int n;        /* in-out */
};

static int loops_cs(void *ctx)
{
	struct loops_cs *cs = ctx;
	struct q *x = cs->x;
	int n = cs->n;

	switch (x->n++ & 1) {
	case 0:
		n++;
		break;
	default:
		n += 2;
	}
	cs->n = n;
	return 0;
}

static int loops(struct q *x)
{
	int n = 0;

	for (int i = 0; i < 4; i++) {
		pthread_cleanup_push((void (*)(void *))rcl_unlock, &x->m);
		struct loops_cs cs = { .x = x, .n = n };
		rcl_exec_anon(&x->m, loops_cs, &cs, sizeof(cs));
		n = cs.n;
		pthread_cleanup_pop(0);
		if (n > 5)
			continue;
		n++;
	}
	return n;
}

int main(void)
{
	printf("%d %d %d\n", both(&a, &b), both(&b, &a), moved(&a));
	printf("%d %d %d\n", moved(&b), again(&a), counted(&b));
	printf("%d\n", loops(&a));
	return 0;
}
