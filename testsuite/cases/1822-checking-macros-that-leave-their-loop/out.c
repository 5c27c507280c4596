/* Macros that check a lock call leave their loop by a break where it has succeeded. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void failed(const char *what)
{
	perror(what);
	abort();
}

#define WRONG(what) do { failed(what); } while (0)
#define PTOK(call)				\
do {						\
	int err_ = call;			\
	if (!err_)				\
		break;				\
	errno = err_;				\
	WRONG(#call " failed");			\
} while (0)

/* What leaves the loop if the call fails is no check. */
#define TRY(call)				\
do {						\
	int err_ = call;			\
	if (err_)				\
		break;				\
	tries++;				\
} while (0)

static rcl_mutex_t mtx = RCL_MUTEX_INITIALIZER(mtx);
static int total, tries;

struct add_cs {   /* mtx, in.c:39-46 */
	int n;    /* in */
	int all;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int all;

	if (n < 0) {
		return 1;
	}
	total += n;
	all = total;
	cs->all = all;
	return 0;
}

static int add(int n)
{
	int all;

	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(&mtx, add_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	all = cs.all;
	return all;
}

static void tried(int n)
{
	TRY(rcl_lock(&mtx));
	total += n;
	PTOK(rcl_unlock(&mtx));
}

struct maybe_cs {  /* mtx, in.c:59-65 */
	int n;     /* in */
};

static int maybe_cs(void *ctx)
{
	struct maybe_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (n > 2)
		total += n;
	return 0;
}

static void maybe(int n, int locked)
{
	struct maybe_cs cs = { .n = n };
	if (locked) {
		rcl_exec_anon(&mtx, maybe_cs, &cs, sizeof(cs));
	} else {
		maybe_cs(&cs);
	}
}

int main(void)
{
	maybe(1, 0);
	maybe(3, 1);
	tried(5);
	printf("%d ", add(-1));
	printf("%d %d\n", add(2), tries);
	return 0;
}
