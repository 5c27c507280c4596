/* Lock functions that give an object, and check the call by which they take its mutex, by a macro, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <string.h>
#define MANY 6
struct node { int id, sum; rcl_mutex_t lock; };
static struct node nodes[MANY];

#define CHECKED(call) do { \
		int error_ = (call); \
		if (error_ != 0) \
			fprintf(stderr, "%s: %s\n", #call, strerror(error_)); \
	} while (0)
#define node_lock(n) CHECKED(rcl_lock(&(n)->lock))
#define node_unlock(n) CHECKED(rcl_unlock(&(n)->lock))

static struct node *find(int i) { return i < MANY ? &nodes[i] : NULL; }

static rcl_mutex_t *by_macro_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *by_macro_first(int i)
{
	struct node *n = find(i);

	return n;
}

static struct node *by_macro(int i)
{
	struct node *n = by_macro_first(i);

	if (n != NULL)
		node_lock(n);
	return n;
}

static rcl_mutex_t *always_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *always_first(int i)
{
	struct node *n = find(i % MANY);

	return n;
}

static struct node *always(int i)
{
	struct node *n = always_first(i);

	node_lock(n);
	return n;
}

static rcl_mutex_t *checked_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *checked_first(int i)
{
	struct node *n = find(i);

	if (n == NULL)
		return NULL;
	return n;
}

static struct node *checked(int i)
{
	struct node *n = checked_first(i);

	if (n != NULL) {
		if (rcl_lock(&n->lock) != 0) {
			perror("pthread_mutex_lock");
			abort();
		}
	}
	return n;
}

static rcl_mutex_t *asserted_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *asserted_first(int i)
{
	struct node *n = find(i);

	return n;
}

static struct node *asserted(int i)
{
	struct node *n = asserted_first(i);

	if (n != NULL) {
		int rc = rcl_lock(&n->lock);
		assert(rc == 0);
	}
	return n;
}

static rcl_mutex_t *failing_mutex(struct node *n)
{
	return &n->lock;
}

static struct node *failing_first(int i)
{
	struct node *n = find(i);

	if (n == NULL)
		return NULL;
	return n;
}

static struct node *failing(int i)
{
	struct node *n = failing_first(i);

	if (n != NULL) {
		if (rcl_lock(&n->lock) != 0)
			return NULL;
	}
	return n;
}

struct a_cs {            /* n->lock, in.c:79-81 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int a(int i, int k)
{
	struct node *n = by_macro_first(i);

	if (n == NULL)
		return -1;
	struct a_cs cs = { .k = k, .n = n };
	rcl_exec_anon(by_macro_mutex(n), a_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct b_cs {            /* n->lock, in.c:89-91 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int b(int i, int k)
{
	struct node *n = always_first(i);

	struct b_cs cs = { .k = k, .n = n };
	rcl_exec_anon(always_mutex(n), b_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct c_cs {            /* n->lock, in.c:101-103 */
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
	struct node *n = checked_first(i);

	if (n == NULL)
		return -1;
	struct c_cs cs = { .k = k, .n = n };
	rcl_exec_anon(checked_mutex(n), c_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct d_cs {            /* n->lock, in.c:113-115 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int d(int i, int k)
{
	struct node *n = asserted_first(i);

	if (n == NULL)
		return -1;
	struct d_cs cs = { .k = k, .n = n };
	rcl_exec_anon(asserted_mutex(n), d_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct e_cs {            /* n->lock, in.c:125-127 */
	int k;           /* in-out */
	struct node *n;  /* in */
};

static int e_cs(void *ctx)
{
	struct e_cs *cs = ctx;
	int k = cs->k;
	struct node *n = cs->n;

	n->sum += k;
	k = n->sum;
	cs->k = k;
	return 0;
}

static int e(int i, int k)
{
	struct node *n = failing_first(i);

	if (n == NULL)
		return -1;
	struct e_cs cs = { .k = k, .n = n };
	rcl_exec_anon(failing_mutex(n), e_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

static int hand_on(struct node *n) { if (n) node_unlock(n); return n != NULL; }

int main(void)
{
	int s = 0;

	for (int i = 0; i < MANY; i++) {
		rcl_mutex_init(&nodes[i].lock, NULL, node_lock);
		nodes[i].id = i;
	}
	s = a(1, 2) + a(9, 2) * 3 + b(2, 3) * 5 + c(1, 4) * 7 + c(9, 5) * 11 + d(3, 6) * 13 + d(9, 7) * 17 + e(1, 8) * 19 + e(9, 9) * 23;
	s += hand_on(by_macro(1)) + hand_on(checked(1)) + hand_on(always(1)) + hand_on(failing(1)) + hand_on(asserted(9));
	printf("%d\n", s);
	return 0;
}
