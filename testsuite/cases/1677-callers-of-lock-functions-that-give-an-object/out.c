/* What callers do with an object that a lock function gives them: again with another one, in loops, overlapping. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#define MANY 6
struct node { int id, sum; rcl_mutex_t lock; };
static struct node nodes[MANY];
static int total;
static rcl_mutex_t *get_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *get_first(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;
	if (n == NULL)
		return NULL;
	return n;
}

static struct node *get(int i)
{
	struct node *n = get_first(i);

	if (n != NULL)
		rcl_lock(&n->lock);
	return n;
}

static rcl_mutex_t *sure_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *sure_first(int i)
{
	struct node *n = &nodes[i % MANY];
	return n;
}

static struct node *sure(int i)
{
	struct node *n = sure_first(i);

	rcl_lock(&n->lock);
	return n;
}

static void put(struct node *n) { rcl_unlock(&n->lock); }

struct a_node_1_cs {     /* n->lock, in.c:30-31 */
	int k;           /* in */
	struct node *n;  /* in */
};

static int a_node_1_cs(void *ctx)
{
	struct a_node_1_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	return 0;
}

struct a_node_2_cs {     /* n->lock, in.c:33-35 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int a_node_2_cs(void *ctx)
{
	struct a_node_2_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum -= k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int a(int i, int k)
{
	struct node *n = sure_first(i);
	struct a_node_1_cs cs = { .k = k, .n = n };
	rcl_exec_anon(sure_mutex(n), a_node_1_cs, &cs, sizeof(cs));
	n = sure_first(i + 1);
	struct a_node_2_cs node_2_cs = { .k = k, .n = n };
	rcl_exec_anon(sure_mutex(n), a_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	k = node_2_cs.k;
	return k;
}

static int b(int i, int k)
{
	struct node *n;
	n = get(i);
	if (!n)
		return -1;
	n->sum += k;
	if (n->sum > 5) {
		put(n);
		n = get(i + 1);
		if (!n)
			return -2;
		n->sum++;
	}
	k = n->sum;
	put(n);
	return k;
}

static int c(int i, int k)
{
	struct node *n = sure(i);
	while (n->sum < 10) {
		n->sum += k;
		put(n);
		n = sure(++i);
	}
	k = n->sum;
	put(n);
	return k;
}

struct d_cs {            /* n->lock, in.c:78-79 */
	int k;           /* in */
	struct node *n;  /* in */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	return 0;
}

static int d(int i, int k)
{
	struct node *n = NULL;
	for (int j = 0; j < 3; j++) {
		n = get_first(i + j);
		if (n == NULL)
			break;
		struct d_cs cs = { .k = k, .n = n };
		rcl_exec_anon(get_mutex(n), d_cs, &cs, sizeof(cs));
	}
	return n != NULL;
}

struct e_node_2_cs {     /* n->lock, in.c:92 */
	struct node *n;  /* in */
	struct node *p;  /* in */
};

static int e_node_2_cs(void *ctx)
{
	struct e_node_2_cs *cs = ctx;
	struct node *n = cs->n;
	struct node *p = cs->p;

	n->sum += p->sum;
	return RCL_KEEP;
}

struct e_node_1_cs {     /* p->lock, in.c:87-93 */
	int i;           /* in */
	struct node *n;  /* out */
	struct node *p;  /* in */
};

static int e_node_1_cs(void *ctx)
{
	struct e_node_1_cs *cs = ctx;
	int i = cs->i;
	struct node *n;
	struct node *p = cs->p;

	p->sum++;
	if ((n = get_first(i)) == NULL) {
		return 1;
	}
	struct e_node_2_cs node_2_cs = { .n = n, .p = p };
	rcl_exec_anon(get_mutex(n), e_node_2_cs, &node_2_cs, sizeof(node_2_cs));
	cs->n = n;
	return 0;
}

static int e(int i, int k)
{
	struct node *n, *p = sure_first(0);
	struct e_node_1_cs cs = { .i = i, .p = p };
	if (rcl_exec_anon(sure_mutex(p), e_node_1_cs, &cs, sizeof(cs)) == 1)
		return -1;
	n = cs.n;
	n->sum += k;
	k = n->sum;
	put(n);
	return k;
}

static int f(int i, int k)
{
	struct node *n = get(i);
	if (n == NULL || k < 0)
		return -1;
	n->sum += k;
	put(n);
	return k;
}

static int g(int i, int k)
{
	struct node *n = get(i);
	if (n == NULL)
		return -1;
	else
		n->sum += k;
	put(n);
	return k;
}

struct h_cs {            /* n->lock, in.c:132-138 */
	int k;           /* in */
	struct node *n;  /* in */
};

static int h_cs(void *ctx)
{
	struct h_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	if (n->sum == 7) {
		return 1;
	}
	return 0;
}

static int h(int i, int k)
{
	struct node *n;
retry:
	n = get_first(i);
	if (n == NULL) {
		if (i == 0)
			return -1;
		i = 0;
		goto retry;
	}
	struct h_cs cs = { .k = k, .n = n };
	if (rcl_exec_anon(get_mutex(n), h_cs, &cs, sizeof(cs)) == 1) {
		i++;
		goto retry;
	}
	return n->id;
}

static int i_(int i, int k)
{
	struct node *n = get(i), **at = &n;
	if (n == NULL)
		return -1;
	(*at)->sum += k;
	*at = &nodes[0];
	nodes[i].sum++;
	put(&nodes[i]);
	return k;
}

static int j(int i, int k)
{
	struct node *n;
	if ((n = get(i)) != NULL && n->sum > 3) {
		n->sum += k;
		put(n);
	} else if (n != NULL) {
		put(n);
	}
	return k;
}

static int l(int i, int k)
{
	struct node *n = get(i);
	if (n == NULL)
		total++;
	if (n == NULL)
		return -1;
	n->sum += k;
	put(n);
	return k;
}

struct m_cs {                  /* n->lock, in.c:182-185 */
	int k;                 /* in-out */
	struct node *const n;  /* in */
};

static int m_cs(void *ctx)
{
	struct m_cs *cs = ctx;
	int k = cs->k;
	struct node *const n = cs->n;
	int before = n->sum;
	n->sum += k;
	k = before;
	cs->k = k;
	return 0;
}

static int m(int i, int k)
{
	struct node *const n = get_first(i);
	if (n != NULL) {
		struct m_cs cs = { .k = k, .n = n };
		rcl_exec_anon(get_mutex(n), m_cs, &cs, sizeof(cs));
		k = cs.k;
		return k;
	}
	return -1;
}

struct o_cs {            /* n->lock, in.c:193-195 */
	int k;           /* in */
	struct node *n;  /* in */
	int before;      /* out */
};

static int o_cs(void *ctx)
{
	struct o_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;
	int before = n->sum;
	n->sum += k;
	cs->before = before;
	return 0;
}

static int o(int i, int k)
{
	register struct node *n = sure_first(i);
	int before;
	struct o_cs cs = { .k = k, .n = n };
	rcl_exec_anon(sure_mutex(n), o_cs, &cs, sizeof(cs));
	before = cs.before;
	return before;
}

int main(void)
{
	int s = 0;
	for (int i = 0; i < MANY; i++) { rcl_mutex_init(&nodes[i].lock, NULL, node_lock); nodes[i].id = i; }
	s += a(1, 2) + b(1, 3) + b(1, 4) + b(9, 2) + b(5, 9) + c(0, 1) + d(4, 1) + d(0, 2) + e(2, 3) + e(9, 1);
	s = s * 3 + f(1, 2) + g(1, 2) + g(9, 2) + h(9, 3) + h(2, 1) + i_(3, 2) + j(4, 1) + l(9, 1) + l(3, 1) + m(2, 3) + o(3, 4);
	for (int i = 0; i < MANY; i++) printf("%d ", nodes[i].sum);
	printf("%d %d\n", s, total);
	return 0;
}
