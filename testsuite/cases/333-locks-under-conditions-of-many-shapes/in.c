#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_MUTEX_INITIALIZER;
static int threaded = 1, deep = 1, count, other;

/* the lock is taken under both conditions, and a wrapper is asked for one */
static void lock_if_both(int p)
{
	if (p) {
		if (threaded)
			pthread_mutex_lock(&m);
	}
}

static void unlock_if_both(int p)
{
	if (p) {
		if (threaded)
			pthread_mutex_unlock(&m);
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
		pthread_mutex_lock(&m);
}

static void unlock_if_own(void)
{
	int own = threaded;

	if (own)
		pthread_mutex_unlock(&m);
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
		pthread_mutex_lock(&m);
}

static void unlock_if_either(int p)
{
	int own = threaded;

	if (p && own)
		pthread_mutex_unlock(&m);
}

int either(int p)
{
	lock_if_either(p);
	count += p;
	unlock_if_either(p);
	return p;
}

/* a parameter in a condition, for which something with operators stands */
static void lock_unless(int p)
{
	if (!p)
		pthread_mutex_lock(&m);
}

static void unlock_unless(int p)
{
	if (!p)
		pthread_mutex_unlock(&m);
}

int unless(int a, int b)
{
	lock_unless(a || b);
	count++;
	unlock_unless(a || b);
	return a;
}

static void lock_if_zero(int p)
{
	if (p == 0)
		pthread_mutex_lock(&m);
}

static void unlock_if_zero(int p)
{
	if (p == 0)
		pthread_mutex_unlock(&m);
}

int zero(int a, int b)
{
	lock_if_zero(a | b);
	count++;
	unlock_if_zero(a | b);
	return a;
}

/* a wrapper's condition below another one */
static void lock_if(int p)
{
	if (p)
		pthread_mutex_lock(&m);
}

static void unlock_if(int p)
{
	if (p)
		pthread_mutex_unlock(&m);
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

int beside(int p)
{
	lock_if(p);
	count++;
	unlock_if(p);
	return p;
}

/* what stands around the lock calls besides the condition */
int in_void(int a)
{
	if (threaded)
		(void)pthread_mutex_lock(&m);
	count += a;
	if (threaded)
		(void)pthread_mutex_unlock(&m);
	return a;
}

int kept(int a)
{
	int e = 0;

	if (threaded)
		e = pthread_mutex_lock(&m);
	count += a;
	if (threaded)
		e |= pthread_mutex_unlock(&m);
	return e;
}

int declared(int a)
{
	if (threaded) {
		int e;
		e = pthread_mutex_lock(&m);
		(void)e;
	}
	count += a;
	if (threaded) {
		pthread_mutex_unlock(&m);
	}
	return a;
}

#define LOCK_CHECKED(x) do { int e = pthread_mutex_lock(x); if (e != 0) abort(); } while (0)
#define UNLOCK_CHECKED(x) do { int e = pthread_mutex_unlock(x); if (e != 0) abort(); } while (0)

int checked(int a)
{
	if (threaded)
		LOCK_CHECKED(&m);
	count += a;
	if (threaded)
		UNLOCK_CHECKED(&m);
	return a;
}

int tested(int a)
{
	if (threaded)
		if (pthread_mutex_lock(&m) != 0)
			abort();
	count += a;
	if (threaded)
		if (pthread_mutex_unlock(&m) != 0)
			abort();
	return a;
}

/* released and taken again for the caller, under a condition */
void lent(void)
{
	if (threaded)
		pthread_mutex_unlock(&r);
	other++;
	if (threaded)
		pthread_mutex_lock(&r);
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
		pthread_mutex_lock(&m);
	count += a;
	if (forever(a & 1))
		pthread_mutex_unlock(&m);
	return a;
}

int asked_for_ever(int a)
{
	if (a > 1000 && ever())
		pthread_mutex_lock(&m);
	count += a;
	if (a > 1000 && ever())
		pthread_mutex_unlock(&m);
	return a;
}

/* a statement in an expression */
int in_expression(int a)
{
	if (({ int own = threaded; own; }))
		pthread_mutex_lock(&m);
	count += a;
	if (({ int own = threaded; own; }))
		pthread_mutex_unlock(&m);
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
		pthread_mutex_lock(&r);
		lent();
		pthread_mutex_unlock(&r);
	}
	printf("%d %d %d\n", sum, count, other);
	return 0;
}
