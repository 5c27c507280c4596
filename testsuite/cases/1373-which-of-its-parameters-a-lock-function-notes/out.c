/* Lock functions with several parameters of one type, of which they note some while they have the mutex. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct locked {
	rcl_mutex_t lock;
	int noted, told;
};

static struct locked one = { .lock = RCL_MUTEX_INITIALIZER(locked_lock) };
static rcl_mutex_t many[4] = {
	RCL_MUTEX_INITIALIZER(many), RCL_MUTEX_INITIALIZER(many), RCL_MUTEX_INITIALIZER(many), RCL_MUTEX_INITIALIZER(many)
};
static int sum, noted[4];

static rcl_mutex_t *take_mutex(struct locked *l)
{
	return &l->lock;
}

static void take_held(struct locked *l, int second)
{
	l->noted = second;
}

static void give_held(struct locked *l, int third)
{
	l->told = third;
}

static void give(struct locked *l, int first, int second, int third)
{
	give_held(l, third);
	rcl_unlock(&l->lock);
}

static rcl_mutex_t *take_at_mutex(int number)
{
	return &many[number];
}

static void take_at_held(int by, int number)
{
	noted[number] += by;
}

static void give_at_held(int by, int number)
{
	noted[number] -= by;
}

struct add_cs {  /* one.lock, in.c:42-44 */
	int n;   /* in */
	int m;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int m = cs->m;

	take_held(&one, m);
	sum += n + m + one.noted;
	give_held(&one, n);
	return 0;
}

static void add(int n, int m)
{
	struct add_cs cs = { .n = n, .m = m };
	rcl_exec_anon(take_mutex(&one), add_cs, &cs, sizeof(cs));
}

struct add_declared_cs {  /* one.lock, in.c:49-51 */
	int n;            /* in */
	int own;          /* out */
};

static int add_declared_cs(void *ctx)
{
	struct add_declared_cs *cs = ctx;
	int n = cs->n;

	take_held(&one, n);
	int own = sum + n;
	sum += own;
	cs->own = own;
	return RCL_KEEP;
}

static int add_declared(int n)
{
	int own;
	struct add_declared_cs cs = { .n = n };
	rcl_exec_anon(take_mutex(&one), add_declared_cs, &cs, sizeof(cs));
	own = cs.own;
	give(&one, n, n, own);
	return own;
}

struct add_at_cs {  /* many[i], in.c:58-61 */
	int m;      /* in-out */
	int i;      /* in */
	int n;      /* in */
};

static int add_at_cs(void *ctx)
{
	struct add_at_cs *cs = ctx;
	int m = cs->m;
	int i = cs->i;
	int n = cs->n;

	take_at_held(n, i);
	sum += noted[i];
	m += sum;
	cs->m = m;
	give_at_held(n, i);
	return 0;
}

static int add_at(int n, int m, int i)
{
	struct add_at_cs cs = { .m = m, .i = i, .n = n };
	rcl_exec_anon(take_at_mutex(i), add_at_cs, &cs, sizeof(cs));
	m = cs.m;
	return m;
}

int main(void)
{
	add(2, 30);
	printf("%d %d %d\n", sum, one.noted, one.told);
	printf("%d %d %d\n", add_declared(4), one.noted, one.told);
	printf("%d %d %d\n", add_at(3, 50, 2), noted[2], sum);
	return 0;
}
