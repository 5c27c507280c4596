/* Lock macros that do more: the variables, macros, lines and names that they say. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct node { rcl_mutex_t m; int held, n; };
static struct node g = { RCL_MUTEX_INITIALIZER(node_m_in), 0, 0 };
static int *keep;
static long depth;
static void bump(void) { if (keep) (*keep)++; }
#define PRE(p) do { bump(); rcl_lock(&(p)->m); (p)->held++; } while (0)
#define PRE_AHEAD(p) do { bump(); } while (0)
#define PRE_HELD(p) do { (p)->held++; } while (0)
#define POST(p) do { (p)->held--; rcl_unlock(&(p)->m); } while (0)
#define POST_HELD(p) do { (p)->held--; } while (0)
#define AFTER(p) do { rcl_unlock(&(p)->m); bump(); } while (0)
#define AFTER_AFTER(p) do { bump(); } while (0)
#define NAMES do { rcl_lock(&g.m); k += 2; } while (0)
#define NAMES_HELD() do { k += 2; } while (0)
#define NAMES_END do { k++; rcl_unlock(&g.m); } while (0)
#define NAMES_END_HELD() do { k++; } while (0)
#define NAMED_BY_REF do { rcl_lock(&g.m); box.n += 2; } while (0)

struct escaped_cs {      /* p->m, in.c:23-26 */
	struct node *p;  /* in */
	int *k;          /* by reference */
	int r;           /* out */
};

static int escaped_cs(void *ctx)
{
	struct escaped_cs *cs = ctx;
	struct node *p = cs->p;
	int *k = cs->k;
	int r;

	PRE_HELD(p);
	r = *k * 10 + p->held;
	p->n += *k;
	cs->r = r;
	return 0;
}

static int escaped(struct node *p)
{
	int k = 1, r;

	keep = &k;
	struct escaped_cs cs = { .p = p, .k = &k };
	PRE_AHEAD(p);
	rcl_exec_anon(&p->m, escaped_cs, &cs, sizeof(cs));
	r = cs.r;
	AFTER_AFTER(p);
	keep = NULL;
	return r * 10 + k;
}

struct names_cs {  /* g.m, in.c:34-36 */
	int k;     /* in-out */
	int r;     /* out */
};

static int names_cs(void *ctx)
{
	struct names_cs *cs = ctx;
	int k = cs->k;
	int r;

	NAMES_HELD();
	r = k + g.n++;
	NAMES_END_HELD();
	cs->k = k;
	cs->r = r;
	return 0;
}

static int names(int k)
{
	int r;

	struct names_cs cs = { .k = k };
	rcl_exec_anon(&g.m, names_cs, &cs, sizeof(cs));
	k = cs.k;
	r = cs.r;
	return r * 10 + k;
}
static int by_ref(int n)
{
	struct node box = { RCL_MUTEX_INITIALIZER(node_m_by_ref), 0, n };
	struct node *at = &box;

	NAMED_BY_REF;
	at->n++;
	box.held++;
	rcl_unlock(&g.m);
	return box.n * 10 + box.held;
}
#define T(s) depth += sizeof(s)
static int inner_macros(struct node *p)
{
	int r;
#define IN_LOCK(p) do { rcl_lock(&(p)->m); STEP(p); } while (0)
#define STEP(p) (p)->n += 3

	IN_LOCK(p);
	r = p->n;
	POST(p);
#undef STEP
#define STEP(p) (p)->n += 50
	IN_LOCK(p);
	r += p->n;
	POST(p);
	return r;
}
#define LINE_LOCK(p) do { rcl_lock(&(p)->m); (p)->held = __LINE__; } while (0)
#define LINE_LOCK_HELD(p) do { (p)->held = __LINE__; } while (0)
struct lined_cs {        /* p->m, in.c:72-75 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int lined_cs(void *ctx)
{
	struct lined_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	LINE_LOCK_HELD(p);
	r = p->held > 3;
	p->held = 0;
	cs->r = r;
	return 0;
}

static int lined(struct node *p)
{
	int r;

	struct lined_cs cs = { .p = p };
	rcl_exec_anon(&p->m, lined_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}
#define goes_on(p) (rcl_lock(&(p)->m), (p)->held++)
#define goes_on_held(p) ((p)->held++)
struct lower_cs {        /* p->m, in.c:79 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int lower_cs(void *ctx) {
	struct lower_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	goes_on_held(p); r = p->n++; POST_HELD(p);
	cs->r = r;
	return 0;
}

static int lower(struct node *p) {
	int r;
	struct lower_cs cs = { .p = p };
	rcl_exec_anon(&p->m, lower_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}
#define lockNode(p) do { rcl_lock(&(p)->m); (p)->held++; } while (0)
#define lockNodeHeld(p) do { (p)->held++; } while (0)
#define unlockNode(p) do { (p)->held--; rcl_unlock(&(p)->m); } while (0)
#define unlockNodeHeld(p) do { (p)->held--; } while (0)
struct camel_cs {        /* p->m, in.c:87-91 */
	struct node *p;  /* in */
	int r;           /* in-out */
	int i;           /* in */
};

static int camel_cs(void *ctx)
{
	struct camel_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;
	int i = cs->i;

	lockNodeHeld(p);
	if (i == 2) { unlockNodeHeld(p);
	cs->r = r;
	return 1; }
	if (i == 3) { unlockNodeHeld(p);
	cs->r = r;
	return 2; }
	r += p->n++ + i;
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

static int camel(struct node *p)
{
	int r = 0;

	for (int i = 0; i < 4; i++) {
		struct camel_cs cs = { .p = p, .r = r, .i = i };
		int way = rcl_exec_anon(&p->m, camel_cs, &cs, sizeof(cs));
		r = cs.r;

		if (way == 1) {
			continue;
		}
		if (way == 2) {
			break;
		}
	}
	return r;
}

struct swapped_node_2_cs {  /* q->m, in.c:100-101 */
	struct node *p;     /* in */
	struct node *q;     /* in */
	int r;              /* out */
};

static int swapped_node_2_cs(void *ctx)
{
	struct swapped_node_2_cs *cs = ctx;
	struct node *p = cs->p;
	struct node *q = cs->q;
	int r;

	lockNodeHeld(q);
	r = p->n++ + q->n++;
	cs->r = r;
	return RCL_KEEP;
}

struct swapped_node_1_cs {  /* p->m, in.c:99-102 */
	struct node *p;     /* in */
	struct node *q;     /* in */
	int r;              /* out */
};

static int swapped_node_1_cs(void *ctx)
{
	struct swapped_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	struct node *q = cs->q;
	int r;

	lockNodeHeld(p);
	struct swapped_node_2_cs node_2_cs = { .p = p, .q = q };
	rcl_exec_anon(&q->m, swapped_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	r = node_2_cs.r;
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

static int swapped(struct node *p, struct node *q)
{
	int r;

	struct swapped_node_1_cs cs = { .p = p, .q = q };
	rcl_exec_anon(&p->m, swapped_node_1_cs, &cs, sizeof(cs));
	r = cs.r;
	q->n += 2;
	unlockNode(q);
	return r;
}

struct cond_node_1_cs {  /* p->m, in.c:112-114 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int cond_node_1_cs(void *ctx)
{
	struct cond_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	lockNodeHeld(p);
	r = p->n++;
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

struct cond_node_2_cs {  /* p->m, in.c:116-122 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int cond_node_2_cs(void *ctx)
{
	struct cond_node_2_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	lockNodeHeld(p);
	r = p->n--;
	if (r > 4) {
		unlockNodeHeld(p);
		cs->r = r;
		return 1;
	}
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

static int cond(struct node *p, int k)
{
	int r = 0;

	if (k) {
		struct cond_node_1_cs cs = { .p = p };
		rcl_exec_anon(&p->m, cond_node_1_cs, &cs, sizeof(cs));
		r = cs.r;
	} else {
		struct cond_node_2_cs cs = { .p = p };
		if (rcl_exec_anon(&p->m, cond_node_2_cs, &cs, sizeof(cs)) == 1) {
			r = cs.r;
			goto end;
		}
		r = cs.r;
		r = -r;
	}
end:
	return r;
}
#ifdef OTHER
#define HASH(p) do { pthread_mutex_lock(&(p)->m); p->n ^= 1; } while (0)
#else
#define HASH(p) do { rcl_lock(&(p)->m); p->n ^= 2; } while (0)
#define HASH_HELD(p) do { p->n ^= 2; } while (0)
#endif

struct hashed_cs {       /* p->m, in.c:137-139 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int hashed_cs(void *ctx)
{
	struct hashed_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	HASH_HELD(p);
	r = p->n++;
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

static int hashed(struct node *p)
{
	int r;

	struct hashed_cs cs = { .p = p };
	rcl_exec_anon(&p->m, hashed_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}
#define SHADOW(p) do { int r = 4; rcl_lock(&(p)->m); (p)->n += r; } while (0)
#define SHADOW_HELD(p) do { int r = 4; (p)->n += r; } while (0)
struct shadow_cs {       /* p->m, in.c:147-149 */
	struct node *p;  /* in */
	int r;           /* in-out */
};

static int shadow_cs(void *ctx)
{
	struct shadow_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	SHADOW_HELD(p);
	r += p->n++;
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

static int shadow(struct node *p)
{
	int r = 1;

	struct shadow_cs cs = { .p = p, .r = r };
	rcl_exec_anon(&p->m, shadow_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}
#define INNER_SHADOW(p) do { rcl_lock(&(p)->m); int r = 4; (p)->n += r; } while (0)
#define INNER_SHADOW_HELD(p) do { int r = 4; (p)->n += r; } while (0)
struct inner_shadow_cs {  /* p->m, in.c:157-159 */
	struct node *p;   /* in */
	int r;            /* in-out */
};

static int inner_shadow_cs(void *ctx)
{
	struct inner_shadow_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	INNER_SHADOW_HELD(p);
	r += p->n++;
	unlockNodeHeld(p);
	cs->r = r;
	return 0;
}

static int inner_shadow(struct node *p)
{
	int r = 1;

	struct inner_shadow_cs cs = { .p = p, .r = r };
	rcl_exec_anon(&p->m, inner_shadow_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}
int main(void)
{
	struct node a = { RCL_MUTEX_INITIALIZER(node_m_main), 0, 0 }, b = { RCL_MUTEX_INITIALIZER(node_m_main_164), 0, 5 };
	printf("%d\n", escaped(&a));
	printf("%d\n", names(3));
	printf("%d\n", by_ref(3));
	printf("%d\n", inner_macros(&a));
	printf("%d %d\n", lined(&a), lower(&a));
	printf("%d\n", camel(&a));
	printf("%d\n", swapped(&a, &b));
	printf("%d\n", cond(&a, 0));
	printf("%d\n", cond(&a, 1));
	printf("%d %d %d\n", hashed(&a), shadow(&a), inner_shadow(&a));
	printf("%d %d %d %ld\n", a.n, b.n, a.held, depth);
	return 0;
}
