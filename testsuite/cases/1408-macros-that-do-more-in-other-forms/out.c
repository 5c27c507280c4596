/* Lock macros that do more in other forms: by other macros, without parameters, with checks, as expressions. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct box { rcl_mutex_t m; int n, held; };

struct box box = { RCL_MUTEX_INITIALIZER(box_m), 1, 0 };
long noted;
static const char *name;

#define HELD_LOCK(b)					\
do {							\
	if (rcl_lock(&(b)->m) != 0)			\
		abort();				\
	(b)->held = 1; /* mine */			\
} while (0)
#define HELD_LOCK_HELD(b)				\
do {							\
	(b)->held = 1; /* mine */			\
} while (0)
#define HELD_UNLOCK(b)					\
do {							\
	(b)->held = 0;					\
	if (rcl_unlock(&(b)->m) != 0)			\
		abort();				\
} while (0)
#define HELD_UNLOCK_HELD(b)				\
do {							\
	(b)->held = 0;					\
} while (0)
#define THE_LOCK do { rcl_lock(&box.m); box.held = 2; } while (0)
#define THE_LOCK_HELD() do { box.held = 2; } while (0)
#define THE_UNLOCK do { box.held = 0; rcl_unlock(&box.m); } while (0)
#define THE_UNLOCK_HELD() do { box.held = 0; } while (0)
#define LOCK_IT() do { rcl_lock(&box.m); box.held += 3; } while (0)
#define LOCK_IT_HELD() do { box.held += 3; } while (0)
#define UNLOCK_IT() do { box.held = 0; rcl_unlock(&box.m); } while (0)
#define UNLOCK_IT_HELD() do { box.held = 0; } while (0)
#define RAW(m) rcl_lock(m)
#define UNRAW(m) (void)rcl_unlock(m)
#define DEEP_LOCK(b) do { RAW(&(b)->m); (b)->held |= 4; } while (0)
#define DEEP_LOCK_HELD(b) do { (b)->held |= 4; } while (0)
#define DEEP_UNLOCK(b) do { (b)->held &= ~4; UNRAW(&(b)->m); } while (0)
#define DEEP_UNLOCK_HELD(b) do { (b)->held &= ~4; } while (0)
#define DEEPER_LOCK(b, how) DEEP_LOCK(b)
#define DEEPER_LOCK_HELD(b, how) DEEP_LOCK_HELD(b)
#define DEEPER_UNLOCK(b, how) do { noted += how; DEEP_UNLOCK(b); } while (0)
#define DEEPER_UNLOCK_HELD(b, how) do { noted += how; DEEP_UNLOCK_HELD(b); } while (0)
#define VA_LOCK(b, ...) do { rcl_lock(&(b)->m); noted += sum(__VA_ARGS__); } while (0)
#define VA_LOCK_HELD(b, ...) do { noted += sum(__VA_ARGS__); } while (0)
#define STR_LOCK(b) do { rcl_lock(&(b)->m); name = #b; } while (0)
#define STR_LOCK_HELD(b) do { name = #b; } while (0)
#define ELSE_LOCK(b) do { if (rcl_lock(&(b)->m) == 0) (b)->held = 7; else abort(); } while (0)
#define ELSE_LOCK_HELD(b) do { if (0 == 0) (b)->held = 7; else abort(); } while (0)
#define EXPR_LOCK(b) ({ int e_ = rcl_lock(&(b)->m); (b)->held = e_ + 1; e_; })
#define EXPR_LOCK_HELD(b) ({ int e_ = 0; (b)->held = e_ + 1; e_; })
#define EXPR_UNLOCK(b) ({ (b)->held = 0; rcl_unlock(&(b)->m); })
#define EXPR_UNLOCK_HELD(b) ({ (b)->held = 0; })
static inline int sum(int a, int b) { return a + b; }

struct in_header_cs {   /* b->m, in.c:44-46 */
	struct box *b;  /* in */
	int r;          /* out */
};

static int in_header_cs(void *ctx)
{
	struct in_header_cs *cs = ctx;
	struct box *b = cs->b;
	int r;

	HELD_LOCK_HELD(b);
	r = b->n++ + b->held;
	HELD_UNLOCK_HELD(b);
	cs->r = r;
	return 0;
}

static int in_header(struct box *b)
{
	int r;

	struct in_header_cs cs = { .b = b };
	rcl_exec_anon(&b->m, in_header_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct other_cs {       /* b->m, in.c:52-60 */
	struct box *b;  /* in */
	int k;          /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	struct box *b = cs->b;
	int k = cs->k;

	HELD_LOCK_HELD(b);
	while (k-- > 0) {
		if (b->n == 5) {
			HELD_UNLOCK_HELD(b);
			return 1;
		}
		b->n++;
	}
	HELD_UNLOCK_HELD(b);
	return 0;
}

static int other(struct box *b, int k)
{
	struct other_cs cs = { .b = b, .k = k };
	if (rcl_exec_anon(&b->m, other_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return in_header(b);
}

struct the_box_1_cs {  /* box.m, in.c:68-70 */
	int r;         /* out */
};

static int the_box_1_cs(void *ctx)
{
	struct the_box_1_cs *cs = ctx;
	int r;

	THE_LOCK_HELD();
	r = box.n++ + box.held;
	THE_UNLOCK_HELD();
	cs->r = r;
	return 0;
}

struct the_box_2_cs {  /* box.m, in.c:71-73 */
	int r;         /* in-out */
};

static int the_box_2_cs(void *ctx)
{
	struct the_box_2_cs *cs = ctx;
	int r = cs->r;

	LOCK_IT_HELD();
	r += box.held;
	UNLOCK_IT_HELD();
	cs->r = r;
	return 0;
}

static int the(void)
{
	int r;

	struct the_box_1_cs cs;
	rcl_exec_anon(&box.m, the_box_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct the_box_2_cs box_2_cs = { .r = r };
	rcl_exec_anon(&box.m, the_box_2_cs, &box_2_cs, sizeof(box_2_cs));
	r = box_2_cs.r;
	return r;
}

struct deep_box_1_cs {  /* b->m, in.c:80-86 */
	struct box *b;  /* in */
	int r;          /* out */
};

static int deep_box_1_cs(void *ctx)
{
	struct deep_box_1_cs *cs = ctx;
	struct box *b = cs->b;
	int r;

	DEEP_LOCK_HELD(b);
	r = b->held + b->n++;
	if (r > 1000) {
		DEEP_UNLOCK_HELD(b);
		return 1;
	}
	DEEP_UNLOCK_HELD(b);
	cs->r = r;
	return 0;
}

struct deep_box_2_cs {  /* b->m, in.c:87-93 */
	struct box *b;  /* in */
	int k;          /* in */
	int r;          /* in-out */
};

static int deep_box_2_cs(void *ctx)
{
	struct deep_box_2_cs *cs = ctx;
	struct box *b = cs->b;
	int k = cs->k;
	int r = cs->r;

	DEEPER_LOCK_HELD(b, k);
	r += b->held;
	if (k == 7)
		goto out;
	b->n += k;
out:
	DEEPER_UNLOCK_HELD(b, k);
	cs->r = r;
	return 0;
}

static int deep(struct box *b, int k)
{
	int r;

	struct deep_box_1_cs cs = { .b = b };
	if (rcl_exec_anon(&b->m, deep_box_1_cs, &cs, sizeof(cs)) == 1)
		return 5;
	r = cs.r;
	struct deep_box_2_cs box_2_cs = { .b = b, .k = k, .r = r };
	rcl_exec_anon(&b->m, deep_box_2_cs, &box_2_cs, sizeof(box_2_cs));
	r = box_2_cs.r;
	return r;
}

struct va_box_1_cs {    /* b->m, in.c:100-102 */
	struct box *b;  /* in */
	int r;          /* out */
};

static int va_box_1_cs(void *ctx)
{
	struct va_box_1_cs *cs = ctx;
	struct box *b = cs->b;
	int r;

	VA_LOCK_HELD(b, 3, b->n);
	r = b->n++;
	cs->r = r;
	return 0;
}

struct va_box_2_cs {    /* b->m, in.c:103-105 */
	struct box *b;  /* in */
	int r;          /* in-out */
};

static int va_box_2_cs(void *ctx)
{
	struct va_box_2_cs *cs = ctx;
	struct box *b = cs->b;
	int r = cs->r;

	STR_LOCK_HELD(b);
	r += b->n++;
	cs->r = r;
	return 0;
}

static int va(struct box *b)
{
	int r;

	struct va_box_1_cs cs = { .b = b };
	rcl_exec_anon(&b->m, va_box_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct va_box_2_cs box_2_cs = { .b = b, .r = r };
	rcl_exec_anon(&b->m, va_box_2_cs, &box_2_cs, sizeof(box_2_cs));
	r = box_2_cs.r;
	return r;
}

struct expr_box_1_cs {  /* b->m, in.c:112-114 */
	struct box *b;  /* in */
	int r;          /* out */
};

static int expr_box_1_cs(void *ctx)
{
	struct expr_box_1_cs *cs = ctx;
	struct box *b = cs->b;
	int r;

	ELSE_LOCK_HELD(b);
	r = b->n++ + b->held;
	EXPR_UNLOCK_HELD(b);
	cs->r = r;
	return 0;
}

struct expr_box_2_cs {  /* b->m, in.c:115-117 */
	struct box *b;  /* in */
	int r;          /* in-out */
};

static int expr_box_2_cs(void *ctx)
{
	struct expr_box_2_cs *cs = ctx;
	struct box *b = cs->b;
	int r = cs->r;

	EXPR_LOCK_HELD(b);
	r += b->n++ + b->held;
	EXPR_UNLOCK_HELD(b);
	cs->r = r;
	return 0;
}

static int expr(struct box *b)
{
	int r;

	struct expr_box_1_cs cs = { .b = b };
	rcl_exec_anon(&b->m, expr_box_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct expr_box_2_cs box_2_cs = { .b = b, .r = r };
	rcl_exec_anon(&b->m, expr_box_2_cs, &box_2_cs, sizeof(box_2_cs));
	r = box_2_cs.r;
	if (r > 10000)
		EXPR_LOCK(b);
	return r + b->held;
}

struct in_switch_box_1_cs {  /* b->m, in.c:126-128 */
	struct box *b;       /* in */
};

static int in_switch_box_1_cs(void *ctx)
{
	struct in_switch_box_1_cs *cs = ctx;
	struct box *b = cs->b;

	HELD_LOCK_HELD(b);
	b->n++;
	HELD_UNLOCK_HELD(b);
	return 0;
}

struct in_switch_box_2_cs {  /* b->m, in.c:131-138 */
	struct box *b;       /* in */
};

static int in_switch_box_2_cs(void *ctx)
{
	struct in_switch_box_2_cs *cs = ctx;
	struct box *b = cs->b;

	HELD_LOCK_HELD(b);
	if (b->n > 3) {
		b->n--;
		HELD_UNLOCK_HELD(b);
		return 1;
	}
	b->n += 4;
	HELD_UNLOCK_HELD(b);
	return 0;
}

static int in_switch(struct box *b, int k)
{
	switch (k) {
	case 1:
		{
			struct in_switch_box_1_cs cs = { .b = b };
			rcl_exec_anon(&b->m, in_switch_box_1_cs, &cs, sizeof(cs));
		}
		break;
	case 2:
		{
			struct in_switch_box_2_cs box_2_cs = { .b = b };
			if (rcl_exec_anon(&b->m, in_switch_box_2_cs,
					&box_2_cs, sizeof(box_2_cs)) == 1)
				break;
		}
	default:
		k++;
	}
	return k + b->n;
}

int main(void)
{
	printf("%d %d %d\n", the(), deep(&box, 1), deep(&box, 7));
	printf("%d %s %d %d %d\n", va(&box), name, expr(&box), in_switch(&box, 1), in_switch(&box, 2));
	printf("%d %d %ld %d\n", in_header(&box), other(&box, 2), noted, box.n);
	return 0;
}
