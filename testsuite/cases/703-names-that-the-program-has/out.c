#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* What the program itself calls like sections: functions, types, enumerators, macros, variables. */
struct tagged_cs {
	int n;
};

union united_cs {
	int n;
	float f;
};

typedef struct {
	int n;
} typed_cs;

enum { listed_cs = 4 };

#define macro_cs 17

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int sum;

static int called_cs(int n)
{
	return n + 1;
}

struct called_1_cs {  /* m, in.c:32-34 */
	int n;        /* in */
};

static int called_1_cs(void *ctx)
{
	struct called_1_cs *cs = ctx;
	int n = cs->n;

	sum += called_cs(n);
	return 0;
}

int called(int n)
{
	struct called_1_cs cs = { .n = n };
	rcl_exec_anon(&m, called_1_cs, &cs, sizeof(cs));
	return sum;
}

struct tagged_1_cs {           /* m, in.c:42-44 */
	struct tagged_cs own;  /* in */
};

static int tagged_1_cs(void *ctx)
{
	struct tagged_1_cs *cs = ctx;
	struct tagged_cs own = cs->own;

	sum += own.n;
	return 0;
}

int tagged(int n)
{
	struct tagged_cs own = { n };

	struct tagged_1_cs cs = { .own = own };
	rcl_exec_anon(&m, tagged_1_cs, &cs, sizeof(cs));
	return sum;
}

struct united_1_cs {          /* m, in.c:52-54 */
	union united_cs own;  /* in */
};

static int united_1_cs(void *ctx)
{
	struct united_1_cs *cs = ctx;
	union united_cs own = cs->own;

	sum += own.n;
	return 0;
}

int united(int n)
{
	union united_cs own = { n };

	struct united_1_cs cs = { .own = own };
	rcl_exec_anon(&m, united_1_cs, &cs, sizeof(cs));
	return sum;
}

struct typed_1_cs {    /* m, in.c:62-64 */
	typed_cs own;  /* in */
};

static int typed_1_cs(void *ctx)
{
	struct typed_1_cs *cs = ctx;
	typed_cs own = cs->own;

	sum += own.n;
	return 0;
}

int typed(int n)
{
	typed_cs own = { n };

	struct typed_1_cs cs = { .own = own };
	rcl_exec_anon(&m, typed_1_cs, &cs, sizeof(cs));
	return sum;
}

struct listed_1_cs {  /* m, in.c:70-72 */
	int n;        /* in */
};

static int listed_1_cs(void *ctx)
{
	struct listed_1_cs *cs = ctx;
	int n = cs->n;

	sum += listed_cs + n;
	return 0;
}

int listed(int n)
{
	struct listed_1_cs cs = { .n = n };
	rcl_exec_anon(&m, listed_1_cs, &cs, sizeof(cs));
	return sum;
}

struct macro_1_cs {  /* m, in.c:78-80 */
	int n;       /* in */
};

static int macro_1_cs(void *ctx)
{
	struct macro_1_cs *cs = ctx;
	int n = cs->n;

	sum += macro_cs + n;
	return 0;
}

int macro(int n)
{
	struct macro_1_cs cs = { .n = n };
	rcl_exec_anon(&m, macro_1_cs, &cs, sizeof(cs));
	return sum;
}

struct local_1_cs {    /* m, in.c:88-90 */
	int n;         /* in */
	int local_cs;  /* in */
};

static int local_1_cs(void *ctx)
{
	struct local_1_cs *cs = ctx;
	int n = cs->n;
	int local_cs = cs->local_cs;

	sum += local_cs + n;
	return 0;
}

int local(int n)
{
	int local_cs = 3;

	struct local_1_cs cs = { .n = n, .local_cs = local_cs };
	rcl_exec_anon(&m, local_1_cs, &cs, sizeof(cs));
	return sum;
}

struct inner_1_cs {  /* m, in.c:100-102 */
	int n;       /* in */
};

static int inner_1_cs(void *ctx)
{
	struct inner_1_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

int inner(int n)
{
	struct inner_cs {
		int n;
	} own = { n };

	struct inner_1_cs cs = { .n = n };
	rcl_exec_anon(&m, inner_1_cs, &cs, sizeof(cs));
	return sum + own.n;
}

int main(void)
{
	int n;

	for (n = 0; n < 3; n++) {
		printf("%d %d %d %d\n", called(n), tagged(n), united(n), typed(n));
		printf("%d %d %d %d\n", listed(n), macro(n), local(n), inner(n));
	}
	return 0;
}
