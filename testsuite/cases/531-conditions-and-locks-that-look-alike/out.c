#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

struct base {
	rcl_mutex_t lock;
	int n;
};

struct derived {
	struct base base;
	rcl_mutex_t lock;
	int n;
};

struct wide {
	int first, flag;
};

struct narrow {
	char first, flag;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared;

/* m, in.c:30-32 */
static int by_fraction_cs(void *ctx)
{
	shared++;
	return RCL_KEEP;
}

/* Each takes the lock under one condition, and gives it back under another one. */
static void by_fraction(double level)
{
	if (level > 0.5) {
		rcl_exec_anon(&m, by_fraction_cs, NULL, 0);
	} else {
		by_fraction_cs(NULL);
	}
	if (level > 0.7)
		rcl_unlock(&m);
}

/* m, in.c:39-41 */
static int by_size_cs(void *ctx)
{
	shared++;
	return RCL_KEEP;
}

static void by_size(size_t n)
{
	if (n > sizeof(short)) {
		rcl_exec_anon(&m, by_size_cs, NULL, 0);
	} else {
		by_size_cs(NULL);
	}
	if (n > sizeof(long))
		rcl_unlock(&m);
}

/* m, in.c:48-50 */
static int by_offset_cs(void *ctx)
{
	shared++;
	return RCL_KEEP;
}

static void by_offset(size_t n)
{
	if (n >= offsetof(struct wide, first)) {
		rcl_exec_anon(&m, by_offset_cs, NULL, 0);
	} else {
		by_offset_cs(NULL);
	}
	if (n >= offsetof(struct wide, flag))
		rcl_unlock(&m);
}

/* m, in.c:57-59 */
static int by_cast_cs(void *ctx)
{
	shared++;
	return RCL_KEEP;
}

static void by_cast(int n)
{
	if (n > 3) {
		rcl_exec_anon(&m, by_cast_cs, NULL, 0);
	} else {
		by_cast_cs(NULL);
	}
	if ((char)n > 3)
		rcl_unlock(&m);
}

/* m, in.c:66-68 */
static int by_field_cs(void *ctx)
{
	shared++;
	return RCL_KEEP;
}

static void by_field(void *of)
{
	if (((struct wide *)of)->flag > 0) {
		rcl_exec_anon(&m, by_field_cs, NULL, 0);
	} else {
		by_field_cs(NULL);
	}
	if (((struct narrow *)of)->flag > 0)
		rcl_unlock(&m);
}

struct by_name_derived_cs {  /* d->lock, in.c:80-82 */
	struct derived *d;   /* in */
};

static int by_name_derived_cs(void *ctx)
{
	struct by_name_derived_cs *cs = ctx;
	struct derived *d = cs->d;

	d->n++;
	return 0;
}

struct by_name_base_cs {    /* ((struct base *)d)->lock, in.c:76-87 */
	struct derived *d;  /* in */
	int n;              /* in-out */
	int at;             /* where it goes on */
};

static int by_name_base_cs(void *ctx)
{
	struct by_name_base_cs *cs = ctx;
	struct derived *d = cs->d;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	shared += d->base.n;
	if (n > 3) {
		cs->at = 1;
		return 1;
		at_1:
		shared += 4;
	}
	n = shared;
	cs->n = n;
	return 0;
}

/* Two fields of one name: while the one lock is released, the other one is taken. */
static int by_name(struct derived *d, int n)
{
	struct by_name_base_cs cs = { .d = d, .n = n, .at = 0 };
	while (rcl_exec_anon(&((struct base *)d)->lock, by_name_base_cs, &cs, sizeof(cs)) == 1) {
		struct by_name_derived_cs derived_cs = { .d = d };
		rcl_exec_anon(&d->lock, by_name_derived_cs, &derived_cs, sizeof(derived_cs));
	}
	n = cs.n;
	return n;
}

static void print(const char *what)
{
	printf("%s %d\n", what, rcl_trylock(&m) != 0);
	rcl_unlock(&m);
}

int main(void)
{
	struct derived d = {{RCL_MUTEX_INITIALIZER(base_lock), 1}, RCL_MUTEX_INITIALIZER(derived_lock), 2};
	struct wide of = {1, 2};

	by_fraction(0.6);
	print("fraction");
	by_size(4);
	print("size");
	by_offset(0);
	print("offset");
	by_cast(256);
	print("cast");
	by_field(&of);
	print("field");
	printf("%d\n", by_name(&d, 2));
	printf("%d\n", by_name(&d, 5));
	printf("%d\n", d.n);
	return 0;
}
