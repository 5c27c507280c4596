/* Lock functions that give objects back locked, of which something is odd. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define MANY 6

struct node {
	struct node *next, *parent;
	int id, sum, dead;
	rcl_mutex_t lock;
};

static struct node nodes[MANY];
static rcl_mutex_t table = RCL_MUTEX_INITIALIZER(table);
static int calls, total;

#define NODE_LOCK(n) rcl_lock(&(n)->lock)
#define FIND(n, i) do { (n) = (i) < MANY ? &nodes[i] : NULL; } while (0)

static rcl_mutex_t *one_mutex(struct node *n)
{
	return &n->lock;
}

/* in one line */
static struct node *one_first(int i) { struct node *n = &nodes[i]; return n; }

static struct node *one(int i) {
	struct node *n = one_first(i);

	rcl_lock(&n->lock);
	return n;
}

static rcl_mutex_t *old_mutex(struct node *n)
{
	return &n->lock;
}

/* in the old style */
static struct node *old_first(i)
	int i;
{
	struct node *n;

	FIND(n, i);
	if (n == NULL) return NULL;
	return n;
}

static rcl_mutex_t *by_macro_mutex(struct node *n)
{
	return &n->lock;
}

/* by a macro */
static struct node *by_macro_first(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	return n;
}

/* its caller has the table, and it gives that back */
static struct node *over(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	rcl_unlock(&table);
	if (n != NULL)
		rcl_lock(&n->lock);
	return n;
}

static rcl_mutex_t *of_parent_mutex(struct node *n)
{
	return &n->parent->lock;
}

/* it locks another one */
static struct node *of_parent_first(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return NULL;
	return n;
}

/* one that is dead is not locked */
static struct node *living(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return NULL;
	if (n->dead)
		return n;
	rcl_lock(&n->lock);
	return n;
}

/* it says its name */
static struct node *named(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	calls += __func__[0] == 'n';
	if (n == NULL)
		return NULL;
	rcl_lock(&n->lock);
	return n;
}

struct marked_cs {       /* n->lock, in.c:99-101 */
	struct node *n;  /* in */
};

static int marked_cs(void *ctx)
{
	struct marked_cs *cs = ctx;
	struct node *n = cs->n;

	n->sum++;
	return RCL_KEEP | 1;
}

/* it does something then */
static struct node *marked(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return NULL;
	struct marked_cs cs = { .n = n };
	rcl_exec_anon(&n->lock, marked_cs, &cs, sizeof(cs));
	return n;
}

static rcl_mutex_t *in_tail_mutex(struct node *n)
{
	return &n->lock;
}

struct in_tail_cs {      /* table, in.c:107-116 */
	int i;           /* in */
	struct node *n;  /* out */
};

static int in_tail_cs(void *ctx)
{
	struct in_tail_cs *cs = ctx;
	int i = cs->i;

	for (struct node *n = nodes; n < nodes + MANY; n++) {
		total++;
		if (n->id == i) {
			cs->n = n;
			return 1;
		}
	}
	return 0;
}

/* the table's section ends in the branch */
static struct node *in_tail_first(int i)
{
	struct in_tail_cs cs = { .i = i };
	if (rcl_exec_anon(&table, in_tail_cs, &cs, sizeof(cs)) == 1) {
		struct node *n = cs.n;
		return n;
	}
	return NULL;
}

static void counted_lock(rcl_mutex_t *lock, int by)
{
	rcl_lock(lock);
	total += by;
}

/* its lock call is given more */
static struct node *counted(int i)
{
	int total = 2 * i;
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n != NULL)
		counted_lock(&n->lock, total);
	return n;
}

/* it calls itself */
static struct node *deep(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return i < 2 * MANY ? deep(i - MANY) : NULL;
	rcl_lock(&n->lock);
	return n;
}

static rcl_mutex_t *untyped_mutex(struct node *n)
{
	return &n->lock;
}

static void *untyped_first(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;
	if (!n)
		goto none;
	return n;
none:
	calls++;
	return 0;
}

#define PUT(n) rcl_unlock(&(n)->lock)

struct a_cs {            /* n->lock, in.c:162 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int a_cs(void *ctx) {
	struct a_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k; k = n->sum;
	cs->k = k;
	return 0;
}

static int a(int i, int k) {
	struct node *n = one_first(i);
	struct a_cs cs = { .k = k, .n = n };
	rcl_exec_anon(one_mutex(n), a_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct b_cs {            /* n->lock, in.c:168 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k; k = n->sum;
	cs->k = k;
	return 0;
}

static int b(int i, int k)
{
	struct node *n = old_first(i);
	if (n == NULL) return -1;
	struct b_cs cs = { .k = k, .n = n };
	rcl_exec_anon(old_mutex(n), b_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct c_cs {            /* n->lock, in.c:177-179 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int c(int i, int k)
{
	struct node *n;

	if ((n = by_macro_first(i)) != NULL) {
		struct c_cs cs = { .k = k, .n = n };
		rcl_exec_anon(by_macro_mutex(n), c_cs, &cs, sizeof(cs));
		k = cs.k;
	}
	return k;
}

struct d_cs {   /* table, in.c:188-189 */
	int k;  /* in */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	int k = cs->k;

	total += k;
	return RCL_KEEP;
}

static int d(int i, int k)
{
	struct node *n;

	struct d_cs cs = { .k = k };
	rcl_exec_anon(&table, d_cs, &cs, sizeof(cs));
	n = over(i);
	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

struct e_cs {            /* n->parent->lock, in.c:205-207 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int e_cs(void *ctx)
{
	struct e_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->parent->sum += k;
	k = n->parent->sum;
	cs->k = k;
	return 0;
}

static int e(int i, int k)
{
	struct node *n = of_parent_first(i);

	if (n == NULL)
		return -1;
	struct e_cs cs = { .k = k, .n = n };
	rcl_exec_anon(of_parent_mutex(n), e_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

static int f(int i, int k)
{
	struct node *n = living(i);

	if (n == NULL || n->dead)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int g(int i, int k)
{
	struct node *n = named(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int h(int i, int k)
{
	struct node *n = marked(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

struct i__cs {           /* n->lock, in.c:253-255 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int i__cs(void *ctx)
{
	struct i__cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int i_(int i, int k)
{
	struct node *n = in_tail_first(i);

	if (n == NULL)
		return -1;
	struct i__cs cs = { .k = k, .n = n };
	rcl_exec_anon(in_tail_mutex(n), i__cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

static int j(int i, int k)
{
	struct node *n = deep(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

struct l_cs {            /* n->lock, in.c:277-279 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int l_cs(void *ctx)
{
	struct l_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int l(int i, int k)
{
	struct node *n = untyped_first(i);

	if (n == NULL)
		return -1;
	struct l_cs cs = { .k = k, .n = n };
	rcl_exec_anon(untyped_mutex(n), l_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

static int s(int i, int k)
{
	struct node *n = counted(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

struct m_node_1_cs {     /* n->lock, in.c:302-303 */
	int k;           /* in */
	struct node *n;  /* in */
};

static int m_node_1_cs(void *ctx)
{
	struct m_node_1_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	return 0;
}

struct m_other_cs {          /* other->lock, in.c:307-309 */
	int k;               /* in */
	struct node *n;      /* in */
	struct node *other;  /* in */
};

static int m_other_cs(void *ctx)
{
	struct m_other_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;
	struct node *other = cs->other;

	n->sum += other->sum;
	other->sum = k;
	return 0;
}

struct m_node_2_cs {     /* n->lock, in.c:306-311 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int m_node_2_cs(void *ctx)
{
	struct m_node_2_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;
	struct node *other;

	other = one_first(2);
	struct m_other_cs other_cs = { .k = k, .n = n, .other = other };
	rcl_exec_anon(one_mutex(other), m_other_cs, &other_cs, sizeof(other_cs));
	k = n->sum;
	cs->k = k;
	return 0;
}

/* in the head of a loop, and two at once */
static int m(int k)
{
	struct node *n;
	int i = 0;

	while ((n = by_macro_first(i++)) != NULL) {
		struct m_node_1_cs cs = { .k = k, .n = n };
		rcl_exec_anon(by_macro_mutex(n), m_node_1_cs, &cs, sizeof(cs));
	}
	n = one_first(1);
	struct m_node_2_cs cs = { .k = k, .n = n };
	rcl_exec_anon(one_mutex(n), m_node_2_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

/* another object comes in its place, and what is locked is given back by it */
static int o(int i, int k)
{
	struct node *n = one(i), *locked = n;

	n->sum += k;
	n = &nodes[(i + 1) % MANY];
	n->id += 0;
	PUT(locked);
	return k;
}

struct p_cs {            /* n->lock, in.c:331-338 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int p_cs(void *ctx)
{
	struct p_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

#ifdef NDEBUG
	k++;
#endif
	int before = n->sum;

	n->sum += k;
	k = before;
	cs->k = k;
	return 0;
}

/* it declares more, and an #if */
static int p(int i, int k)
{
	struct node *n = one_first(i);
	struct p_cs cs = { .k = k, .n = n };
	rcl_exec_anon(one_mutex(n), p_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

static void *work(void *arg)
{
	for (int k = 0; k < 20000; k++)
		i_(3, 1);
	return arg;
}

static int (*by_pointer)(int, int) = a;
static struct node *(*taking)(int) = one;

static int q(int i, int k)
{
	struct node *n = taking(i);

	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

/* under a condition */
static int r(int i, int k)
{
	struct node *n = NULL;

	if (k > 3)
		n = one(i);
	total += k;
	if (n != NULL)
		PUT(n);
	return k;
}

int main(void)
{
	pthread_t threads[4];
	int sum = 0;

	for (int i = 0; i < MANY; i++) {
		rcl_mutex_init(&nodes[i].lock, NULL, node_lock);
		nodes[i].id = i;
		nodes[i].parent = &nodes[i / 2];
	}
	nodes[5].dead = 1;
	sum += a(1, 2) + b(2, 3) + b(9, 3) + c(3, 4) + c(9, 5) + d(4, 6) + d(9, 7) + e(5, 8) + e(9, 8) + f(4, 9) + f(5, 9);
	sum = sum * 3 + g(1, 2) + g(9, 3) + h(2, 4) + h(9, 5) + i_(3, 6) + i_(9, 7) + j(8, 8) + j(19, 9) + l(1, 10) + l(9, 11) + s(2, 3);
	sum = sum * 3 + m(3) + o(2, 4) + p(3, 5) + by_pointer(4, 6) + q(5, 7) + r(1, 2) + r(2, 9);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < MANY; i++)
		printf("%d ", nodes[i].sum);
	printf("%d %d %d\n", sum, calls, total);
	return 0;
}
