/* What a macro comes to goes by the definitions of before its use, not by those behind it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define TEXT(n) AS_TEXT(n)
#define AS_TEXT(n) #n
#define LAST(n) WITH_LAST(n)
#define WITH_LAST(n) n##_last
#define SMALL SMALL_ONE
#define SMALL_ONE small

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

static void set(int *n, int to)
{
	*n = to;
}

struct as_text_cs {  /* m, in.c:26-29 */
	int *n;      /* by reference */
};

static int as_text_cs(void *ctx)
{
	struct as_text_cs *cs = ctx;
	int *n = cs->n;

	total += *n + (int)strlen(TEXT(n));
	(*n)++;
	return 0;
}

static int as_text(int to)
{
	int n;

	set(&n, to);
	struct as_text_cs cs = { .n = &n };
	rcl_exec_anon(&m, as_text_cs, &cs, sizeof(cs));
	return n;
}

struct as_a_name_cs {  /* m, in.c:38-41 */
	int *n;        /* by reference */
	int n_last;    /* in */
};

static int as_a_name_cs(void *ctx)
{
	struct as_a_name_cs *cs = ctx;
	int *n = cs->n;
	int n_last = cs->n_last;

	total += *n + LAST(n);
	(*n)++;
	return 0;
}

static int as_a_name(int to)
{
	int n, n_last = 3;

	set(&n, to);
	struct as_a_name_cs cs = { .n = &n, .n_last = n_last };
	rcl_exec_anon(&m, as_a_name_cs, &cs, sizeof(cs));
	return n + n_last;
}

static int as_a_type(int n)
{
	rcl_lock(&m);
	typedef short small;
	total += n;
	rcl_unlock(&m);
	return n + (int)sizeof(SMALL);
}

#undef AS_TEXT
#undef WITH_LAST
#undef SMALL_ONE
#define AS_TEXT(n) ""
#define WITH_LAST(n) 0
#define SMALL_ONE int

int main(void)
{
	int sum = as_text(3) + as_a_name(4) + as_a_type(5);

	printf("%d %d %d\n", sum, total, (int)strlen(TEXT(sum)) + LAST(sum) + (int)sizeof(SMALL));
	return 0;
}
