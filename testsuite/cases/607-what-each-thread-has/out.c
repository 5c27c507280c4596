/* Addresses of what each thread has for itself, and variables of functions that each thread has. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

static int *where(void) { return &errno; }
static int count(int n) { static _Thread_local int calls; calls += n; return calls; }

struct address_cs {  /* lock, in.c:16-19 */
	int *p;      /* out */
};

static int address_cs(void *ctx)
{
	struct address_cs *cs = ctx;
	int *p;

	p = &errno;
	shared++;
	cs->p = p;
	return 0;
}

static int address(int n)
{
	int *p;

	struct address_cs cs;
	rcl_exec(&lock, address_cs, &cs, sizeof(cs));
	p = cs.p;
	errno = 0;
	*p = n;
	return errno;
}

struct address_by_a_function_cs {  /* lock, in.c:29-32 */
	int *p;                    /* out */
};

static int address_by_a_function_cs(void *ctx)
{
	struct address_by_a_function_cs *cs = ctx;
	int *p;

	p = where();
	shared++;
	cs->p = p;
	return 0;
}

static int address_by_a_function(int n)
{
	int *p;

	struct address_by_a_function_cs cs;
	rcl_exec(&lock, address_by_a_function_cs, &cs, sizeof(cs));
	p = cs.p;
	errno = 0;
	*p = n;
	return errno;
}

struct value_cs {  /* lock, in.c:41-44 */
	int n;     /* in */
};

static int value_cs(void *ctx)
{
	struct value_cs *cs = ctx;
	int n = cs->n;

	errno = n;
	shared++;
	return 0;
}

/* its value goes with the call */
static int value(int n)
{
	struct value_cs cs = { .n = n };
	rcl_exec(&lock, value_cs, &cs, sizeof(cs));
	return errno;
}

struct counted_cs {  /* lock, in.c:52-57 */
	int n;       /* in */
	int calls;   /* out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;
	int calls;
	static _Thread_local int own;
	own += n;
	calls = own;
	shared++;
	cs->calls = calls;
	return 0;
}

static int counted(int n)
{
	int calls;

	struct counted_cs cs = { .n = n };
	rcl_exec(&lock, counted_cs, &cs, sizeof(cs));
	calls = cs.calls;
	return calls;
}

struct counted_by_a_function_cs {  /* lock, in.c:65-68 */
	int n;                     /* in */
	int calls;                 /* out */
};

static int counted_by_a_function_cs(void *ctx)
{
	struct counted_by_a_function_cs *cs = ctx;
	int n = cs->n;
	int calls;

	calls = count(n);
	shared++;
	cs->calls = calls;
	return 0;
}

static int counted_by_a_function(int n)
{
	int calls;

	struct counted_by_a_function_cs cs = { .n = n };
	rcl_exec(&lock, counted_by_a_function_cs, &cs, sizeof(cs));
	calls = cs.calls;
	return calls;
}

struct declared_before_cs {  /* lock, in.c:78-82 */
	int n;               /* in */
	int *own;            /* by reference */
	int calls;           /* out */
};

static int declared_before_cs(void *ctx)
{
	struct declared_before_cs *cs = ctx;
	int n = cs->n;
	int *own = cs->own;
	int calls;

	*own += n;
	calls = *own;
	shared++;
	cs->calls = calls;
	return 0;
}

/* this one is handed over by its address */
static int declared_before(int n)
{
	static _Thread_local int own;
	int calls;

	struct declared_before_cs cs = { .n = n, .own = &own };
	rcl_exec_anon(&lock, declared_before_cs, &cs, sizeof(cs));
	calls = cs.calls;
	return calls;
}

static void *other(void *given)
{
	int *sum = given;

	*sum = counted(5) + counted_by_a_function(50) + declared_before(500);
	return NULL;
}

int main(void)
{
	for (int n = 1; n < 4; n++) {
		pthread_t thread;
		int sum;

		pthread_create(&thread, NULL, other, &sum);
		pthread_join(thread, NULL);
		printf("%d %d %d %d\n", address(n), address_by_a_function(n), value(n), sum);
		printf("%d %d %d\n", counted(n), counted_by_a_function(n), declared_before(n));
	}
	return 0;
}
