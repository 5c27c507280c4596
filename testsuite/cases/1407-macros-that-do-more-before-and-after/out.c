/* Lock macros that do something before they take the lock, and after they have given it back: that is the client's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct node { rcl_mutex_t m; int held, n; };
static long locks, unlocks, traces;
static void trace(const char *s) { traces += s[0]; }
#define CNT_LOCK(p) (locks++, rcl_lock(&(p)->m))
#define CNT_LOCK_AHEAD(p) (locks++)
#define CNT_UNLOCK(p) (rcl_unlock(&(p)->m), unlocks++)
#define CNT_UNLOCK_AFTER(p) (unlocks++)
#define TR_LOCK(p) do { trace("lock\n"); int rc_ = rcl_lock(&(p)->m); if (rc_) abort(); trace("locked\n"); } while (0)
#define TR_LOCK_AHEAD(p) do { trace("lock\n"); } while (0)
#define TR_LOCK_HELD(p) do { int rc_ = 0; if (rc_) abort(); trace("locked\n"); } while (0)
#define TR_UNLOCK(p) do { int rc_ = rcl_unlock(&(p)->m); if (rc_) abort(); trace("unlocked\n"); } while (0)
#define TR_UNLOCK_AFTER(p) do { int rc_ = 0; if (rc_) abort(); trace("unlocked\n"); } while (0)
#define ML_LOCK(p)				\
	do {					\
		trace("x");			\
		trace("yy");			\
		rcl_lock(&(p)->m);		\
		(p)->held = 1;			\
	} while (0)
#define ML_LOCK_AHEAD(p)			\
	do {					\
		trace("x");			\
		trace("yy");			\
	} while (0)
#define ML_LOCK_HELD(p)				\
	do {					\
		(p)->held = 1;			\
	} while (0)
#define ML_UNLOCK(p)				\
	do {					\
		rcl_unlock(&(p)->m);		\
		trace("z");			\
	} while (0)
#define ML_UNLOCK_AFTER(p)			\
	do {					\
		trace("z");			\
	} while (0)
struct e_cs {            /* p->m, in.c:25 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int e_cs(void *ctx) {
	struct e_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	r = ++p->n;
	cs->r = r;
	return 0;
}

static int e(struct node *p) {
	int r;
	struct e_cs cs = { .p = p };
	CNT_LOCK_AHEAD(p);
	rcl_exec_anon(&p->m, e_cs, &cs, sizeof(cs));
	r = cs.r;
	CNT_UNLOCK_AFTER(p); return r;
}

struct f_cs {            /* p->m, in.c:30-36 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	TR_LOCK_HELD(p);
	r = ++p->n;
	if (r == 5) {
		cs->r = r;
		return 1;
	}
	cs->r = r;
	return 0;
}

static int f(struct node *p)
{
	int r;

	struct f_cs cs = { .p = p };
	TR_LOCK_AHEAD(p);
	if (rcl_exec_anon(&p->m, f_cs, &cs, sizeof(cs)) == 1) {
		r = cs.r;
		TR_UNLOCK_AFTER(p);
		return r + (int)traces;
	}
	r = cs.r;
	TR_UNLOCK_AFTER(p);
	return r;
}

struct g_cs {            /* p->m, in.c:43-49 */
	struct node *p;  /* in */
	int k;           /* in */
	int r;           /* out */
};

static int g_cs(void *ctx)
{
	struct g_cs *cs = ctx;
	struct node *p = cs->p;
	int k = cs->k;
	int r;

	ML_LOCK_HELD(p);
	r = ++p->n + p->held;
	if (k)
		goto out;
	p->n += k;
out:
	cs->r = r;
	return 0;
}

static int g(struct node *p, int k)
{
	int r;

	struct g_cs cs = { .p = p, .k = k };
	ML_LOCK_AHEAD(p);
	rcl_exec_anon(&p->m, g_cs, &cs, sizeof(cs));
	r = cs.r;
	ML_UNLOCK_AFTER(p);
	return r;
}
/* what comes first changes a variable of the function's: the section would begin with what it had before */
#define LOCAL_LOCK(p) do { tries++; rcl_lock(&(p)->m); } while (0)
static int local(struct node *p)
{
	int tries = 0;

	LOCAL_LOCK(p);
	p->n += tries;
	rcl_unlock(&p->m);
	return tries;
}

/* and so may what assembler is given */
#define ASM_LOCK(p, n) do { __asm__("" : "+r"(n)); rcl_lock(&(p)->m); } while (0)
static int assembled(struct node *p)
{
	int n = 2;

	ASM_LOCK(p, n);
	p->n += n;
	rcl_unlock(&p->m);
	return n;
}

/* both: the release runs in place */
#define BOTH_UNLOCK(p) do { (p)->held = 0; rcl_unlock(&(p)->m); traces++; } while (0)
#define BOTH_UNLOCK_AFTER(p) do { traces++; } while (0)
#define BOTH_UNLOCK_HELD(p) do { (p)->held = 0; } while (0)
struct both_cs {         /* p->m, in.c:82-84 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	ML_LOCK_HELD(p);
	r = p->held + p->n++;
	BOTH_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int both(struct node *p)
{
	int r;

	struct both_cs cs = { .p = p };
	ML_LOCK_AHEAD(p);
	rcl_exec_anon(&p->m, both_cs, &cs, sizeof(cs));
	r = cs.r;
	BOTH_UNLOCK_AFTER(p);
	return r + p->held;
}

/* it declares what it needs behind the call */
#define DECLARING_LOCK(p) do { long before = traces; rcl_lock(&(p)->m); (p)->n += before < 0; } while (0)
static int declaring(struct node *p)
{
	int r;

	DECLARING_LOCK(p);
	r = p->n++;
	rcl_unlock(&p->m);
	return r;
}

struct nested_node_2_cs {  /* q->m, in.c:106-108 */
	struct node *q;    /* in */
	int r;             /* in-out */
};

static int nested_node_2_cs(void *ctx)
{
	struct nested_node_2_cs *cs = ctx;
	struct node *q = cs->q;
	int r = cs->r;

	TR_LOCK_HELD(q);
	r += q->n++;
	cs->r = r;
	return 0;
}

struct nested_node_1_cs {  /* p->m, in.c:104-109 */
	struct node *p;    /* in */
	struct node *q;    /* in */
	int r;             /* in-out */
};

static int nested_node_1_cs(void *ctx)
{
	struct nested_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	struct node *q = cs->q;
	int r = cs->r;

	TR_LOCK_HELD(p);
	r += p->n++;
	struct nested_node_2_cs node_2_cs = { .q = q, .r = r };
	TR_LOCK_AHEAD(q);
	rcl_exec_anon(&q->m, nested_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	r = node_2_cs.r;
	TR_UNLOCK_AFTER(q);
	cs->r = r;
	return 0;
}

struct nested_node_3_cs {  /* p->m, in.c:111-117 */
	struct node *p;    /* in */
	int r;             /* in-out */
};

static int nested_node_3_cs(void *ctx)
{
	struct nested_node_3_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	if (p->n++ > 40) {
		cs->r = r;
		return 1;
	}
	r++;
	cs->r = r;
	return 0;
}

static int nested(struct node *p, struct node *q)
{
	int r = 0;

	struct nested_node_1_cs cs = { .p = p, .q = q, .r = r };
	TR_LOCK_AHEAD(p);
	rcl_exec_anon(&p->m, nested_node_1_cs, &cs, sizeof(cs));
	r = cs.r;
	TR_UNLOCK_AFTER(p);
	for (int i = 0; i < 2; i++) {
		struct nested_node_3_cs node_3_cs = { .p = p, .r = r };
		CNT_LOCK_AHEAD(p);
		if (rcl_exec_anon(&p->m, nested_node_3_cs, &node_3_cs, sizeof(node_3_cs)) == 1) {
			r = node_3_cs.r;
			CNT_UNLOCK_AFTER(p);
			break;
		}
		r = node_3_cs.r;
		CNT_UNLOCK_AFTER(p);
	}
	return r;
}

int main(void)
{
	struct node p = { RCL_MUTEX_INITIALIZER(node_m_main), .n = 0 };
	printf("%d %d %d %d\n", e(&p), f(&p), g(&p, 0), f(&p));
	struct node q = { RCL_MUTEX_INITIALIZER(node_m_main_126), .n = 20 };
	printf("%d %d %d %d %d\n", local(&p), both(&p), declaring(&p), nested(&p, &q), assembled(&p));
	printf("%d %d %ld %ld %ld %d\n", f(&p), g(&p, 2), locks, unlocks, traces, p.held);
	return 0;
}
