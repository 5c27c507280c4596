/* Lock macros that do more behind the lock call, and before the release: a macro beside each has all but the call. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	rcl_mutex_t m;
	rcl_cond_t c;
	int held, n;
	const char *file;
	int line;
};

static long locks, unlocks, traces, depth;
static struct node nodes[4];
static __thread int mine;

/* who has it */
#define OWN_LOCK(p) do { \
	rcl_lock(&(p)->m);	/* first */ \
	(p)->held = 1;			\
	locks++;			\
} while (0)
#define OWN_LOCK_HELD(p) do { \
	(p)->held = 1;			\
	locks++;			\
} while (0)

#define OWN_UNLOCK(p)				\
	do {					\
		(p)->held = 0;			\
		unlocks++;			\
		rcl_unlock(&(p)->m);		\
	} while (0)
#define OWN_UNLOCK_HELD(p)			\
	do {					\
		(p)->held = 0;			\
		unlocks++;			\
	} while (0)
#define DBG_LOCK(p) (rcl_lock(&(p)->m), (p)->file = __func__, (p)->line = (int)sizeof(__FILE__))
#define DBG_LOCK_HELD(p) ((p)->file = __func__, (p)->line = (int)sizeof(__FILE__))
#define DBG_UNLOCK(p) ((p)->file = NULL, rcl_unlock(&(p)->m))
#define DBG_UNLOCK_HELD(p) ((p)->file = NULL)
#define SAVE_LOCK(p, saved) do { rcl_lock(&(p)->m); saved = (p)->n; (p)->held++; } while (0)
#define SAVE_LOCK_HELD(p, saved) do { saved = (p)->n; (p)->held++; } while (0)
#define SAVE_UNLOCK(p, saved) do { if ((p)->n != saved) traces++; (p)->held--; rcl_unlock(&(p)->m); } while (0)
#define SAVE_UNLOCK_HELD(p, saved) do { if ((p)->n != saved) traces++; (p)->held--; } while (0)
#define CHECK_LOCK(p) do { int rc_ = rcl_lock(&(p)->m); if (rc_ != 0) abort(); depth++; } while (0)
#define CHECK_LOCK_HELD(p) do { int rc_ = 0; if (rc_ != 0) abort(); depth++; } while (0)
#define CHECK_UNLOCK(p) do { int rc_; depth--; rc_ = rcl_unlock(&(p)->m); if (rc_) abort(); } while (0)
#define CHECK_UNLOCK_HELD(p) do { int rc_; depth--; rc_ = 0; if (rc_) abort(); } while (0)
#define MY_LOCK(i) OWN_LOCK(&nodes[i])
#define MY_LOCK_HELD(i) OWN_LOCK_HELD(&nodes[i])
#define MY_UNLOCK(i) OWN_UNLOCK(&nodes[i])
#define MY_UNLOCK_HELD(i) OWN_UNLOCK_HELD(&nodes[i])
#define TLS_LOCK(p) do { rcl_lock(&(p)->m); mine++; } while (0)
#define TLS_LOCK_HELD(p) do { mine++; } while (0)
#define TLS_UNLOCK(p) do { mine--; rcl_unlock(&(p)->m); } while (0)
#define TLS_UNLOCK_HELD(p) do { mine--; } while (0)

struct plain_cs {        /* p->m, in.c:47-49 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	OWN_LOCK_HELD(p);
	r = ++p->n;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int plain(struct node *p)
{
	int r;

	struct plain_cs cs = { .p = p };
	rcl_exec_anon(&p->m, plain_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct early_cs {        /* p->m, in.c:55-65 */
	struct node *p;  /* in */
	int k;           /* in */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	struct node *p = cs->p;
	int k = cs->k;

	OWN_LOCK_HELD(p);
	if (k > 2) {
		OWN_UNLOCK_HELD(p);
		return 1;
	}
	p->n += k;
	if (k == 1)
		goto out;
	p->n += 10;
out:
	OWN_UNLOCK_HELD(p);
	return 0;
}

static int early(struct node *p, int k)
{
	struct early_cs cs = { .p = p, .k = k };
	if (rcl_exec_anon(&p->m, early_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return p->n;
}

#define __func__ "dbg"

struct dbg_cs {          /* p->m, in.c:73-76 */
	struct node *p;  /* in */
	int r;           /* in-out */
};

static int dbg_cs(void *ctx)
{
	struct dbg_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	DBG_LOCK_HELD(p);
	r += p->line > 0 && p->file != NULL && strcmp(p->file, "dbg") == 0;
	p->n += r;
	DBG_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

#undef __func__

static int dbg(struct node *p, int k)
{
	int r = k;

	struct dbg_cs cs = { .p = p, .r = r };
	rcl_exec_anon(&p->m, dbg_cs, &cs, sizeof(cs));
	r = cs.r;
	return r + (p->file == NULL);
}

struct saved_cs {        /* p->m, in.c:84-87 */
	struct node *p;  /* in */
	int before;      /* out */
	int after;       /* out */
};

static int saved_cs(void *ctx)
{
	struct saved_cs *cs = ctx;
	struct node *p = cs->p;
	int before;
	int after;

	SAVE_LOCK_HELD(p, before);
	p->n += 2;
	after = p->n;
	SAVE_UNLOCK_HELD(p, before);
	cs->before = before;
	cs->after = after;
	return 0;
}

static int saved(struct node *p)
{
	int before, after;

	struct saved_cs cs = { .p = p };
	rcl_exec_anon(&p->m, saved_cs, &cs, sizeof(cs));
	before = cs.before;
	after = cs.after;
	return after * 100 + before;
}

struct by_reference_cs {   /* own.m, in.c:96-99 */
	struct node *own;  /* by reference */
	int *saved;        /* by reference */
	int *at;           /* in */
};

static int by_reference_cs(void *ctx)
{
	struct by_reference_cs *cs = ctx;
	struct node *own = cs->own;
	int *saved = cs->saved;
	int *at = cs->at;

	SAVE_LOCK_HELD(own, *saved);
	own->n++;
	*at += own->n;
	SAVE_UNLOCK_HELD(own, *saved);
	return 0;
}

static int by_reference(int k)
{
	struct node own = { RCL_MUTEX_INITIALIZER(node_m_by_reference), RCL_COND_INITIALIZER, 0, k, NULL, 0 };
	int saved = 3, *at = &saved;

	struct by_reference_cs cs = { .own = &own, .saved = &saved, .at = at };
	rcl_exec_anon(&own.m, by_reference_cs, &cs, sizeof(cs));
	return saved + own.n + own.held;
}

struct checked_cs {      /* p->m, in.c:107-109 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	CHECK_LOCK_HELD(p);
	r = (int)depth + p->n++;
	CHECK_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int checked(struct node *p)
{
	int r;

	struct checked_cs cs = { .p = p };
	rcl_exec_anon(&p->m, checked_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct through_cs {  /* nodes[i].m, in.c:117-119 */
	int i;       /* in */
	int r;       /* out */
};

static int through_cs(void *ctx)
{
	struct through_cs *cs = ctx;
	int i = cs->i;
	int r;

	MY_LOCK_HELD(i);
	r = nodes[i].n++ + nodes[i].held;
	MY_UNLOCK_HELD(i);
	cs->r = r;
	return 0;
}

static int through(int i)
{
	int r;

	struct through_cs cs = { .i = i };
	rcl_exec_anon(&nodes[i].m, through_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct nested_node_2_cs {  /* q->m, in.c:129-132 */
	struct node *p;    /* in */
	struct node *q;    /* in */
	int r;             /* out */
};

static int nested_node_2_cs(void *ctx)
{
	struct nested_node_2_cs *cs = ctx;
	struct node *p = cs->p;
	struct node *q = cs->q;
	int r;

	OWN_LOCK_HELD(q);
	q->n += p->n;
	r = q->n;
	OWN_UNLOCK_HELD(q);
	cs->r = r;
	return 0;
}

struct nested_node_1_cs {  /* p->m, in.c:127-134 */
	struct node *p;    /* in */
	struct node *q;    /* in */
	int r;             /* out */
};

static int nested_node_1_cs(void *ctx)
{
	struct nested_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	struct node *q = cs->q;
	int r;

	OWN_LOCK_HELD(p);
	p->n++;
	struct nested_node_2_cs node_2_cs = { .p = p, .q = q };
	rcl_exec_anon(&q->m, nested_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	r = node_2_cs.r;
	r += p->n;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int nested(struct node *p, struct node *q)
{
	int r = 0;

	struct nested_node_1_cs cs = { .p = p, .q = q };
	rcl_exec_anon(&p->m, nested_node_1_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct looped_cs {       /* p->m, in.c:143-150 */
	struct node *p;  /* in */
	int r;           /* in-out */
};

static int looped_cs(void *ctx)
{
	struct looped_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	OWN_LOCK_HELD(p);
	if (p->n % 5 == 0) {
		p->n++;
		OWN_UNLOCK_HELD(p);
		cs->r = r;
		return 1;
	}
	r += p->n++;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int looped(struct node *p)
{
	int r = 0;

	for (int i = 0; i < 3; i++) {
		struct looped_cs cs = { .p = p, .r = r };
		if (rcl_exec_anon(&p->m, looped_cs, &cs, sizeof(cs)) == 1) {
			r = cs.r;
			continue;
		}
		r = cs.r;
	}
	return r;
}

struct waits_cs {        /* p->m, in.c:159-164 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	OWN_LOCK_HELD(p);
	if (p->n < 0)
		return rcl_wait(&p->c, &p->m);
	r = p->n++;
	rcl_cond_signal(&p->c);
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int waits(struct node *p)
{
	int r;

	struct waits_cs cs = { .p = p };
	rcl_exec_waiting(&p->m, waits_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct again_node_1_cs {  /* p->m, in.c:172-174 */
	struct node *p;   /* in */
	int r;            /* out */
};

static int again_node_1_cs(void *ctx)
{
	struct again_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	OWN_LOCK_HELD(p);
	r = p->n++;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

struct again_node_2_cs {  /* p->m, in.c:176-178 */
	struct node *p;   /* in */
	int r;            /* in-out */
};

static int again_node_2_cs(void *ctx)
{
	struct again_node_2_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	OWN_LOCK_HELD(p);
	r += p->n++;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int again(struct node *p)
{
	int r;

	struct again_node_1_cs cs = { .p = p };
	rcl_exec_anon(&p->m, again_node_1_cs, &cs, sizeof(cs));
	r = cs.r;
	r *= 2;
	struct again_node_2_cs node_2_cs = { .p = p, .r = r };
	rcl_exec_anon(&p->m, again_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	r = node_2_cs.r;
	return r;
}

struct middle_node_1_cs {  /* p->m, in.c:186-188 */
	struct node *p;    /* in */
	int r;             /* out */
};

static int middle_node_1_cs(void *ctx)
{
	struct middle_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	OWN_LOCK_HELD(p);
	r = p->n++;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

struct middle_node_2_cs {  /* p->m, in.c:190-193 */
	struct node *p;    /* in */
	int r;             /* in-out */
};

static int middle_node_2_cs(void *ctx)
{
	struct middle_node_2_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	OWN_LOCK_HELD(p);
	r += p->n++;
	p->n += r > 3;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int middle(struct node *p)
{
	int r;

	struct middle_node_1_cs cs = { .p = p };
	rcl_exec_anon(&p->m, middle_node_1_cs, &cs, sizeof(cs));
	r = cs.r;
	traces++;
	struct middle_node_2_cs node_2_cs = { .p = p, .r = r };
	rcl_exec_anon(&p->m, middle_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	r = node_2_cs.r;
	return r;
}

/* a branch without braces is no statement of its block */
static int branch(struct node *p, int k)
{
	int r = 0;

	if (k)
		OWN_LOCK(p);
	if (k)
		r = p->n++;
	if (k)
		OWN_UNLOCK(p);
	return r;
}

struct ends_cs {         /* p->m, in.c:213-223 */
	struct node *p;  /* in */
	int k;           /* in */
};

static int ends_cs(void *ctx)
{
	struct ends_cs *cs = ctx;
	struct node *p = cs->p;
	int k = cs->k;

	OWN_LOCK_HELD(p);
	switch (k) {
	case 1:
		p->n++;
		OWN_UNLOCK_HELD(p);
		return 1;
	default:
		p->n += 2;
		break;
	}
	OWN_UNLOCK_HELD(p);
	return 0;
}

static int ends(struct node *p, int k)
{
	struct ends_cs cs = { .p = p, .k = k };
	if (rcl_exec_anon(&p->m, ends_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return 2;
}

struct tls_cs {          /* p->m, in.c:231-233 */
	struct node *p;  /* in */
	int r;           /* out */
};

static int tls_cs(void *ctx)
{
	struct tls_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	TLS_LOCK_HELD(p);
	r = mine + p->n++;
	TLS_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int tls(struct node *p)
{
	int r;

	struct tls_cs cs = { .p = p };
	rcl_exec(&p->m, tls_cs, &cs, sizeof(cs));
	r = cs.r;
	return r * 10 + mine;
}

struct mixed_node_1_cs {  /* p->m, in.c:241-243 */
	struct node *p;   /* in */
	int r;            /* out */
};

static int mixed_node_1_cs(void *ctx)
{
	struct mixed_node_1_cs *cs = ctx;
	struct node *p = cs->p;
	int r;

	OWN_LOCK_HELD(p);
	r = p->held + p->n++;
	cs->r = r;
	return 0;
}

struct mixed_node_2_cs {  /* p->m, in.c:244-246 */
	struct node *p;   /* in */
	int r;            /* in-out */
};

static int mixed_node_2_cs(void *ctx)
{
	struct mixed_node_2_cs *cs = ctx;
	struct node *p = cs->p;
	int r = cs->r;

	r += p->held;
	OWN_UNLOCK_HELD(p);
	cs->r = r;
	return 0;
}

static int mixed(struct node *p)
{
	int r;

	struct mixed_node_1_cs cs = { .p = p };
	rcl_exec_anon(&p->m, mixed_node_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct mixed_node_2_cs node_2_cs = { .p = p, .r = r };
	rcl_exec_anon(&p->m, mixed_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	r = node_2_cs.r;
	return r;
}

/* nothing to move */
static int effects(struct node *p)
{
	struct node *q = p;
	int r;

	OWN_LOCK(q++);
	q -= 2;
	r = q->n++;
	q++;
	rcl_unlock(&p->m);
	return r + (int)(q - p);
}

static void *run(void *arg)
{
	struct node *p = arg;

	for (int i = 0; i < 200; i++) {
		plain(p);
		dbg(p, i);
		checked(p);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	struct node *p = nodes + 1;

	for (int i = 0; i < 4; i++) {
		rcl_mutex_init(&nodes[i].m, NULL, node_m_main);
		rcl_cond_init(&nodes[i].c, NULL);
	}
	printf("%d %d %d %d\n", plain(p), early(p, 1), early(p, 2), early(p, 3));
	printf("%d %d %d %d\n", dbg(p, 3), saved(p), by_reference(4), checked(p));
	printf("%d %d %d %d\n", through(2), nested(p, nodes), looped(p), waits(p));
	printf("%d %d %d %d %d\n", again(p), middle(p), branch(p, 0), branch(p, 1), ends(p, 1));
	printf("%d %d %d\n", ends(p, 2), tls(p), mixed(p));
	(void)effects;
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, p);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld %ld %ld %d %d\n", locks, unlocks, traces, depth, p->n, p->held);
	return 0;
}
