/* -Wshadow: what other functions call their parameters is no name outside of them; what macros and pointers declare is. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define COUNTER(name) static int name

struct handle {
	rcl_mutex_t lock;
	int value;
};

typedef void callback(void *arg, int (*way)(int), char *argv[]);

static struct handle handle = { RCL_MUTEX_INITIALIZER(handle_lock), 0 };
static int (*cs)(int);
COUNTER(at);

static int twice(int by)
{
	at++;
	return by * 2;
}

struct add_cs {              /* ctx->lock, in.c:26-28 */
	struct handle *ctx;  /* in */
	int by;              /* in */
};

static int add_cs(void *arg)
{
	struct add_cs *context = arg;
	struct handle *ctx = context->ctx;
	int by = context->by;

	ctx->value += by;
	return 0;
}

static void add(struct handle *ctx, int by)
{
	struct add_cs cs_context = { .ctx = ctx, .by = by };
	rcl_exec_anon(&ctx->lock, add_cs, &cs_context, sizeof(cs_context));
}

struct added_cs {  /* handle.lock, in.c:35-38 */
	int by;    /* in */
	int odd;   /* out */
};

static int added_cs(void *ctx)
{
	struct added_cs *context = ctx;
	int by = context->by;
	int odd;

	odd = handle.value % 2;
	handle.value += by;
	context->odd = odd;
	return 0;
}

static void added(void *arg, int (*way)(int), char *argv[])
{
	int by = way(1), odd;

	struct added_cs cs_context = { .by = by };
	rcl_exec_anon(&handle.lock, added_cs, &cs_context, sizeof(cs_context));
	odd = cs_context.odd;
	if (odd)
		add(arg, argv[0] != NULL);
}

int main(void)
{
	char *names[] = { "one", NULL };
	callback *call = added;

	cs = twice;
	add(&handle, 1);
	call(&handle, cs, names);
	printf("%d %d\n", handle.value, at);
	return 0;
}
