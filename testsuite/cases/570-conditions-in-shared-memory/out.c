#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct part {
	int on, off;
};

struct whole {
	struct part parts[2];
	int on;
};

union view {
	struct part part;
	long number;
};

struct apart {
	int on, off;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared;
static struct apart apart;

struct by_union_cs {    /* m, in.c:31-34 */
	union view *v;  /* in */
};

static int by_union_cs(void *ctx)
{
	struct by_union_cs *cs = ctx;
	union view *v = cs->v;

	shared++;
	v->number = 0;
	return RCL_KEEP;
}

/* Each takes the lock under a condition that does not hold any more where the lock is given back: it keeps it. */
static void by_union(struct part *p, union view *v)
{
	struct by_union_cs cs = { .v = v };
	if (p->on) {
		rcl_exec_anon(&m, by_union_cs, &cs, sizeof(cs));
	} else {
		by_union_cs(&cs);
	}
	if (p->on)
		rcl_unlock(&m);
}

struct by_part_cs {      /* m, in.c:41-44 */
	struct part *p;  /* in */
};

static int by_part_cs(void *ctx)
{
	struct by_part_cs *cs = ctx;
	struct part *p = cs->p;

	shared++;
	*p = (struct part){0, 2};
	return RCL_KEEP;
}

static void by_part(struct whole *w, struct part *p)
{
	struct by_part_cs cs = { .p = p };
	if (w->parts[1].on) {
		rcl_exec_anon(&m, by_part_cs, &cs, sizeof(cs));
	} else {
		by_part_cs(&cs);
	}
	if (w->parts[1].on)
		rcl_unlock(&m);
}

struct by_copy_cs {       /* m, in.c:51-54 */
	struct whole *w;  /* in */
};

static int by_copy_cs(void *ctx)
{
	struct by_copy_cs *cs = ctx;
	struct whole *w = cs->w;

	shared++;
	memset(w, 0, sizeof(*w));
	return RCL_KEEP;
}

static void by_copy(struct part *p, struct whole *w)
{
	struct by_copy_cs cs = { .w = w };
	if (p->on) {
		rcl_exec_anon(&m, by_copy_cs, &cs, sizeof(cs));
	} else {
		by_copy_cs(&cs);
	}
	if (p->on)
		rcl_unlock(&m);
}

static void clear(void *of, size_t n)
{
	memset(of, 0, n);
}

struct by_function_cs {   /* m, in.c:66-69 */
	struct whole *w;  /* in */
};

static int by_function_cs(void *ctx)
{
	struct by_function_cs *cs = ctx;
	struct whole *w = cs->w;

	shared++;
	clear(w, sizeof(*w));
	return RCL_KEEP;
}

static void by_function(struct part *p, struct whole *w)
{
	struct by_function_cs cs = { .w = w };
	if (p->on) {
		rcl_exec_anon(&m, by_function_cs, &cs, sizeof(cs));
	} else {
		by_function_cs(&cs);
	}
	if (p->on)
		rcl_unlock(&m);
}

struct by_offset_cs {    /* m, in.c:76-79 */
	struct part *p;  /* in */
};

static int by_offset_cs(void *ctx)
{
	struct by_offset_cs *cs = ctx;
	struct part *p = cs->p;

	shared++;
	*(int *)((char *)p + offsetof(struct part, on)) = 0;
	return RCL_KEEP;
}

static void by_offset(struct part *p)
{
	struct by_offset_cs cs = { .p = p };
	if (p->on) {
		rcl_exec_anon(&m, by_offset_cs, &cs, sizeof(cs));
	} else {
		by_offset_cs(&cs);
	}
	if (p->on)
		rcl_unlock(&m);
}

struct by_pointer_cs {   /* m, in.c:88-91 */
	struct part *p;  /* in */
};

static int by_pointer_cs(void *ctx)
{
	struct by_pointer_cs *cs = ctx;
	struct part *p = cs->p;

	shared++;
	p->on = 0;
	return RCL_KEEP;
}

static void by_pointer(struct part *p)
{
	int *on = &p->on;

	struct by_pointer_cs cs = { .p = p };
	if (*on) {
		rcl_exec_anon(&m, by_pointer_cs, &cs, sizeof(cs));
	} else {
		by_pointer_cs(&cs);
	}
	if (*on)
		rcl_unlock(&m);
}

static int *off_of(void)
{
	return &apart.off;
}

struct beside_a_part_cs {  /* m, in.c:104-109 */
	int *to;           /* in */
};

static int beside_a_part_cs(void *ctx)
{
	struct beside_a_part_cs *cs = ctx;
	int *to = cs->to;

	shared++;
	*to = 3;
	return 0;
}

/* What is set here is something else, whatever the pointers mean. */
static void beside_a_part(int *to)
{
	struct beside_a_part_cs cs = { .to = to };
	if (apart.on) {
		rcl_exec_anon(&m, beside_a_part_cs, &cs, sizeof(cs));
	} else {
		beside_a_part_cs(&cs);
	}
}

struct beside_a_struct_cs {        /* m, in.c:114-120 */
	struct whole *w;           /* in */
	const struct whole *from;  /* in */
};

static int beside_a_struct_cs(void *ctx)
{
	struct beside_a_struct_cs *cs = ctx;
	struct whole *w = cs->w;
	const struct whole *from = cs->from;

	shared += w->on;
	*w = *from;
	clear(w->parts, sizeof(w->parts));
	return 0;
}

static void beside_a_struct(struct apart *a, struct whole *w, const struct whole *from)
{
	struct beside_a_struct_cs cs = { .w = w, .from = from };
	if (a->on) {
		rcl_exec_anon(&m, beside_a_struct_cs, &cs, sizeof(cs));
	} else {
		beside_a_struct_cs(&cs);
	}
}

static void print(const char *what)
{
	printf("%s %d\n", what, rcl_trylock(&m) != 0);
	rcl_unlock(&m);
}

int main(void)
{
	union view view = {.part = {1, 1}};
	struct whole whole = {{{1, 1}, {1, 1}}, 1}, other = {{{4, 4}, {4, 4}}, 4};
	struct part part = {1, 1};

	by_union(&view.part, &view);
	print("union");
	by_part(&whole, &whole.parts[1]);
	print("part");
	by_copy(&whole.parts[0], &whole);
	print("copy");
	whole.parts[0].on = 1;
	by_function(&whole.parts[0], &whole);
	print("function");
	by_offset(&part);
	print("offset");
	part.on = 1;
	by_pointer(&part);
	print("pointer");
	apart.on = 1;
	beside_a_part(off_of());
	print("beside a part");
	beside_a_struct(&apart, &whole, &other);
	print("beside a struct");
	printf("%d %d %d %d\n", shared, apart.off, whole.on, whole.parts[1].on);
	return 0;
}
