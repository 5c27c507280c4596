#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* names that the section's function, its context and its client would have, too */
struct counter {
	int n, at;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct counter first, second, *cs = &first, *ctx = &second;
static int way, context;

static void set(int *to, int n)
{
	*to = n;
}

struct globals_cs {  /* m, in.c:20-33 */
	int a;       /* in */
};

static int globals_cs(void *arg)
{
	struct globals_cs *context = arg;
	int a = context->a;

	cs->n += a;
	ctx->n -= a;
	if (a == 3) {
		return 1;
	}
	if (a == 4) {
		return 2;
	}
	way += 2;
	return 0;
}

int globals(int a)
{
	struct globals_cs cs_context = { .a = a };
	switch (rcl_exec_anon(&m, globals_cs, &cs_context, sizeof(cs_context))) {
	case 1:
		way++;
		return 1;
	case 2:
		return way;
	}
	return 0;
}

struct locals_cs {  /* m, in.c:43-46 */
	int *ctx;   /* by reference */
	int cs;     /* in */
};

static int locals_cs(void *arg)
{
	struct locals_cs *locals_cs_context = arg;
	int *ctx = locals_cs_context->ctx;
	int cs = locals_cs_context->cs;

	context += *ctx + cs;
	(*ctx)++;
	return 0;
}

/* a variable by reference that is named like the parameter, and one by value that is named like the pointer */
int locals(int a)
{
	int ctx, cs = a;

	set(&ctx, a);
	struct locals_cs cs_context = { .ctx = &ctx, .cs = cs };
	rcl_exec_anon(&m, locals_cs, &cs_context, sizeof(cs_context));
	return ctx;
}

struct member_cs {   /* m, in.c:53-61 */
	int at;      /* in */
	int resume;  /* where it goes on */
};

static int member_cs(void *ctx)
{
	struct member_cs *cs = ctx;
	int at = cs->at;

	if (cs->resume == 1)
		goto resume_1;

	while (first.n > 3) {
		cs->resume = 1;
		return 1;
		resume_1:
		first.n -= at;
	}
	first.at = at;
	return 0;
}

/* a variable named like the member that says where it goes on */
int member(int at)
{
	struct member_cs cs = { .at = at, .resume = 0 };
	while (rcl_exec_anon(&m, member_cs, &cs, sizeof(cs)) == 1) {
		puts("while released");
	}
	return at;
}

struct label_cs {    /* m, in.c:68-79 */
	int a;       /* in */
	int resume;  /* where it goes on */
};

static int label_cs(void *ctx)
{
	struct label_cs *cs = ctx;
	int a = cs->a;

	if (cs->resume == 1)
		goto resume_1;

	while (first.n > 3) {
		if (first.n == 5)
			goto at_1;
		cs->resume = 1;
		return 1;
		resume_1:
		first.n -= a;
	at_1:
		first.n--;
	}
	return 0;
}

/* a label named like those that it goes on at */
int label(int a)
{
	struct label_cs cs = { .a = a, .resume = 0 };
	while (rcl_exec_anon(&m, label_cs, &cs, sizeof(cs)) == 1) {
		puts("while released");
	}
	return a;
}

/* one in another: the outer one has a context, or none */
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);

struct nested_inner_cs {  /* inner, in.c:90-92 */
	int a;            /* in */
};

static int nested_inner_cs(void *ctx)
{
	struct nested_inner_cs *cs = ctx;
	int a = cs->a;

	context += a;
	return 0;
}

struct nested_m_cs {  /* m, in.c:88-94 */
	int a;        /* in */
};

static int nested_m_cs(void *ctx)
{
	struct nested_m_cs *cs = ctx;
	int a = cs->a;

	second.n++;
	struct nested_inner_cs inner_cs = { .a = a };
	rcl_exec_anon(&inner, nested_inner_cs, &inner_cs, sizeof(inner_cs));
	second.at++;
	return 0;
}

int nested(int a)
{
	struct nested_m_cs cs = { .a = a };
	rcl_exec_anon(&m, nested_m_cs, &cs, sizeof(cs));
	return a;
}

struct nested_local_inner_cs {  /* inner, in.c:102-104 */
	int own;                /* in */
};

static int nested_local_inner_cs(void *ctx)
{
	struct nested_local_inner_cs *cs = ctx;
	int own = cs->own;

	context += own;
	return 0;
}

/* m, in.c:100-106 */
static int nested_local_m_cs(void *ctx)
{
	int own = second.n;
	struct nested_local_inner_cs cs = { .own = own };
	rcl_exec_anon(&inner, nested_local_inner_cs, &cs, sizeof(cs));
	second.at++;
	return 0;
}

int nested_local(void)
{
	rcl_exec_anon(&m, nested_local_m_cs, NULL, 0);
	return 0;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 20; i++)
		sum += globals(i % 6) + locals(i) + member(1 + i % 3) + label(1 + i % 3) + nested(i) + nested_local();
	printf("%d %d %d %d %d %d %d\n", sum, first.n, first.at, second.n, second.at, way, context);
	return 0;
}
