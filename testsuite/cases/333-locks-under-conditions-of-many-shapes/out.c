#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), r = RCL_MUTEX_INITIALIZER(r);
static int threaded = 1, deep = 1, count, other;

/* the lock is taken under both conditions, and a wrapper is asked for one */
static void lock_if_both(int p)
{
	if (p) {
		if (threaded)
			rcl_lock(&m);
	}
}

static void unlock_if_both(int p)
{
	if (p) {
		if (threaded)
			rcl_unlock(&m);
	}
}

int both(int p)
{
	lock_if_both(p);
	count++;
	unlock_if_both(p);
	return p;
}

/* a condition of the wrapper's own */
static void lock_if_own(void)
{
	int own = threaded;

	if (own)
		rcl_lock(&m);
}

static void unlock_if_own(void)
{
	int own = threaded;

	if (own)
		rcl_unlock(&m);
}

int owned(int p)
{
	lock_if_own();
	count += p;
	unlock_if_own();
	return p;
}

static void lock_if_either(int p)
{
	int own = threaded;

	if (p && own)
		rcl_lock(&m);
}

static void unlock_if_either(int p)
{
	int own = threaded;

	if (p && own)
		rcl_unlock(&m);
}

int either(int p)
{
	lock_if_either(p);
	count += p;
	unlock_if_either(p);
	return p;
}

/* m, in.c:97-99 */
static int unless_cs(void *ctx)
{
	count++;
	return 0;
}

int unless(int a, int b)
{
	if (!(a || b)) {
		rcl_exec_anon(&m, unless_cs, NULL, 0);
	} else {
		unless_cs(NULL);
	}
	return a;
}

/* m, in.c:117-119 */
static int zero_cs(void *ctx)
{
	count++;
	return 0;
}

int zero(int a, int b)
{
	if ((a | b) == 0) {
		rcl_exec_anon(&m, zero_cs, NULL, 0);
	} else {
		zero_cs(NULL);
	}
	return a;
}

/* a wrapper's condition below another one */
static void lock_if(int p)
{
	if (p)
		rcl_lock(&m);
}

static void unlock_if(int p)
{
	if (p)
		rcl_unlock(&m);
}

int below(int a, int p)
{
	if (a)
		lock_if(p);
	count++;
	if (a)
		unlock_if(p);
	return a;
}

/* m, in.c:148-150 */
static int beside_cs(void *ctx)
{
	count++;
	return 0;
}

int beside(int p)
{
	if (p) {
		rcl_exec_anon(&m, beside_cs, NULL, 0);
	} else {
		beside_cs(NULL);
	}
	return p;
}

struct in_void_cs {  /* m, in.c:157-161 */
	int a;       /* in */
};

static int in_void_cs(void *ctx)
{
	struct in_void_cs *cs = ctx;
	int a = cs->a;

	count += a;
	return 0;
}

/* what stands around the lock calls besides the condition */
int in_void(int a)
{
	struct in_void_cs cs = { .a = a };
	if (threaded) {
		rcl_exec_anon(&m, in_void_cs, &cs, sizeof(cs));
	} else {
		in_void_cs(&cs);
	}
	return a;
}

int kept(int a)
{
	int e = 0;

	if (threaded)
		e = rcl_lock(&m);
	count += a;
	if (threaded)
		e |= rcl_unlock(&m);
	return e;
}

int declared(int a)
{
	if (threaded) {
		int e;
		e = rcl_lock(&m);
		(void)e;
	}
	count += a;
	if (threaded) {
		rcl_unlock(&m);
	}
	return a;
}

#define LOCK_CHECKED(x) do { int e = rcl_lock(x); if (e != 0) abort(); } while (0)
#define UNLOCK_CHECKED(x) do { int e = rcl_unlock(x); if (e != 0) abort(); } while (0)

struct checked_cs {  /* m, in.c:196-200 */
	int a;       /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int a = cs->a;

	count += a;
	return 0;
}

int checked(int a)
{
	struct checked_cs cs = { .a = a };
	if (threaded) {
		rcl_exec_anon(&m, checked_cs, &cs, sizeof(cs));
	} else {
		checked_cs(&cs);
	}
	return a;
}

struct tested_cs {  /* m, in.c:206-211 */
	int a;      /* in */
};

static int tested_cs(void *ctx)
{
	struct tested_cs *cs = ctx;
	int a = cs->a;

	count += a;
	return 0;
}

int tested(int a)
{
	struct tested_cs cs = { .a = a };
	if (threaded) {
		rcl_exec_anon(&m, tested_cs, &cs, sizeof(cs));
	} else {
		tested_cs(&cs);
	}
	return a;
}

/* released and taken again for the caller, under a condition */
void lent(void)
{
	if (threaded)
		rcl_unlock(&r);
	other++;
	if (threaded)
		rcl_lock(&r);
}

/* a function that gives what it gives itself */
static int forever(int n)
{
	return n ? forever(n - 1) : threaded;
}

static int ever(void)
{
	return ever();
}

int asked_of_itself(int a)
{
	if (forever(a & 1))
		rcl_lock(&m);
	count += a;
	if (forever(a & 1))
		rcl_unlock(&m);
	return a;
}

int asked_for_ever(int a)
{
	if (a > 1000 && ever())
		rcl_lock(&m);
	count += a;
	if (a > 1000 && ever())
		rcl_unlock(&m);
	return a;
}

/* a statement in an expression */
int in_expression(int a)
{
	if (({ int own = threaded; own; }))
		rcl_lock(&m);
	count += a;
	if (({ int own = threaded; own; }))
		rcl_unlock(&m);
	return a;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 8; i++) {
		threaded = i & 1;
		deep = i & 2;
		sum += both(i & 2) + owned(i) + either(i & 2) + unless(i & 1, i & 2) + zero(i & 1, i & 2) + below(i & 1, i & 2);
		sum += beside(i & 2) + in_void(i) + kept(i) + declared(i) + checked(i) + tested(i) + asked_of_itself(i) + asked_for_ever(i) + in_expression(i);
		rcl_lock(&r);
		lent();
		rcl_unlock(&r);
	}
	printf("%d %d %d\n", sum, count, other);
	return 0;
}
