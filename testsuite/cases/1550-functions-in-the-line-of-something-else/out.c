/* Functions that begin in the line of something else, which what is made for them may name. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct lock {
	rcl_mutex_t m;
	int owner;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct lock noted = { RCL_MUTEX_INITIALIZER(lock_m), 0 };
static int values[4] = { 1, 2, 3, 4 };

static int *kept; static long last;

struct first_cs {  /* m, in.c:18-22 */
	int n;     /* in */
	long sum;  /* out */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	int n = cs->n;
	long sum;

	kept = &values[n];
	sum = last + *kept + n;
	last = sum;
	cs->sum = sum;
	return 0;
}

long first(int n)
{
	long sum;

	struct first_cs cs = { .n = n };
	rcl_exec_anon(&m, first_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

/* a comment of the type */
struct pair { int a, b; }; /* and one behind it */

struct second_cs {       /* m, in.c:29-31 */
	struct pair *p;  /* in */
};

static int second_cs(void *ctx)
{
	struct second_cs *cs = ctx;
	struct pair *p = cs->p;

	p->a += p->b;
	return 0;
}

static int second(struct pair *p)
{
	struct second_cs cs = { .p = p };
	rcl_exec_anon(&m, second_cs, &cs, sizeof(cs));
	return p->a;
}

static int locks;

static rcl_mutex_t *lock_mutex(struct lock *l)
{
	return &l->m;
}

static void lock_held(struct lock *l, int who)
{
	l->owner = who;
	locks++;
}

static int rounds;

struct third_cs {  /* m, in.c:42 */
	int n;     /* in */
};

static int third_cs(void *ctx) {
	struct third_cs *cs = ctx;
	int n = cs->n;

	rounds += n;
	return 0;
}

static int third(int n) {
	struct third_cs cs = { .n = n };
	rcl_exec_anon(&m, third_cs, &cs, sizeof(cs));
	return n;
}

static int unlocks;

static void unlock_held(void)
{
	unlocks++;
}

static int others;
static int given;

struct fourth_noted_cs {  /* noted.m, in.c:55-57 */
	int n;            /* in */
};

static int fourth_noted_cs(void *ctx)
{
	struct fourth_noted_cs *cs = ctx;
	int n = cs->n;

	lock_held(&noted, n);
	values[n]++;
	unlock_held();
	return 0;
}

struct fourth_m_cs {  /* m, in.c:58-60 */
	int n;        /* in */
};

static int fourth_m_cs(void *ctx)
{
	struct fourth_m_cs *cs = ctx;
	int n = cs->n;

	others += n;
	return 0;
}

static int fourth(int n)
{
	struct fourth_noted_cs cs = { .n = n };
	rcl_exec_anon(lock_mutex(&noted), fourth_noted_cs, &cs, sizeof(cs));
	struct fourth_m_cs m_cs = { .n = n };
	rcl_exec_anon(&m, fourth_m_cs, &m_cs, sizeof(m_cs));
	return values[n] + given;
}

int main(void)
{
	struct pair p = { 1, 2 };

	printf("%ld %d %d %d\n", first(2), second(&p), third(3), fourth(1));
	printf("%d %d\n", locks, unlocks);
	return 0;
}
