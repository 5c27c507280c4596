#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct node {
	int size, time;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static struct node nodes[4];
static int found, asked;
static char name[8] = "abc";

static int ask(int n, struct node *into)
{
	asked++;
	into->size = n * 10;
	into->time = asked;
	return n > 2;
}

static void now(int *t)
{
	*t = asked + 1;
}

static void update(struct node *n, const struct node *with)
{
	*n = *with;
}

struct refresh_cs {         /* lock, in.c:36-55 */
	int n;              /* in */
	struct node *node;  /* kept */
	int t;              /* kept */
	struct node got;    /* out */
	int err;            /* out */
	int at;             /* where it goes on */
};

static int refresh_cs(void *ctx)
{
	struct refresh_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}
	struct node *node = &nodes[n];
	if (node->time == 0) {
		int t;

		now(&t);
		if (t > node->time) {
			struct node got;
			int err;
			cs->node = node;
			cs->t = t;
			cs->at = 1;
			return 1;
			at_1:
			node = cs->node;
			t = cs->t;
			got = cs->got;
			err = cs->err;
			if (!err)
				update(node, &got);
			else
				node->time = t;
		}
	}
	found += node->size;
	return 0;
}

/* The address of what the section declares is used while the lock is released. */
static int refresh(int n)
{
	struct node got;
	int err;
	struct refresh_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, refresh_cs, &cs, sizeof(cs)) == 1) {
		err = ask(n, &got);
		cs.got = got;
		cs.err = err;
	}
	return found;
}

struct lengths_cs {        /* lock, in.c:64-76 */
	size_t all;        /* in-out */
	char (*copy)[16];  /* by reference */
	int at;            /* where it goes on */
};

static int lengths_cs(void *ctx)
{
	struct lengths_cs *cs = ctx;
	size_t all = cs->all;
	char (*copy)[16] = cs->copy;

	if (cs->at == 1) {
		goto at_1;
	}

	if (found > 0) {
		/* of the name */

		memcpy(*copy, name, sizeof(*copy) / 2);
		cs->all = all;
		cs->at = 1;
		return 1;
		at_1:
		found += strlen(*copy);
		all += found + sizeof(*copy) + sizeof (*copy)[0];
	}
	cs->all = all;
	return 0;
}

/* An array, filled before and used behind. */
static size_t lengths(void)
{
	size_t all = 0;

	char copy[16];
	struct lengths_cs cs = { .all = all, .copy = &copy, .at = 0 };
	while (rcl_exec_anon(&lock, lengths_cs, &cs, sizeof(cs)) == 1) {
		all = cs.all;
		all += strlen(copy);
		copy[1] = '\0';
		cs.all = all;
	}
	all = cs.all;
	return all;
}

struct kept_cs {             /* lock, in.c:86-91 */
	int n;               /* in */
	struct node **last;  /* by reference */
	struct node *mine;   /* by reference */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;
	struct node **last = cs->last;
	struct node *mine = cs->mine;

	mine->size = n;
	*last = mine;
	(*last)->time = found;
	return 0;
}

/* Used behind the section, which keeps its address. */
static int kept(int n)
{
	static struct node *last;
	int size;

	struct node mine;
	struct kept_cs cs = { .n = n, .last = &last, .mine = &mine };
	rcl_exec_anon(&lock, kept_cs, &cs, sizeof(cs));

	size = last->size + mine.time;
	last = NULL;
	return size;
}

struct nested_other_cs {     /* other, in.c:103-107 */
	int n;               /* in */
	volatile int *seen;  /* by reference */
};

static int nested_other_cs(void *ctx)
{
	struct nested_other_cs *cs = ctx;
	int n = cs->n;
	volatile int *seen = cs->seen;

	*seen = n + found;
	asked += *seen;
	return 0;
}

struct nested_lock_cs {      /* lock, in.c:101-109 */
	int n;               /* in */
	volatile int *seen;  /* by reference */
};

static int nested_lock_cs(void *ctx)
{
	struct nested_lock_cs *cs = ctx;
	int n = cs->n;
	volatile int *seen = cs->seen;

	found++;
	struct nested_other_cs other_cs = { .n = n, .seen = seen };
	rcl_exec_anon(&other, nested_other_cs, &other_cs, sizeof(other_cs));
	found += *seen & 1;
	return 0;
}

/* Both sections have it. */
static int nested(int n)
{
	volatile int seen;
	struct nested_lock_cs cs = { .n = n, .seen = &seen };
	rcl_exec_anon(&lock, nested_lock_cs, &cs, sizeof(cs));
	return seen;
}

struct valued_cs {           /* lock, in.c:116-119 */
	int n;               /* in */
	volatile int *seen;  /* by reference */
};

static int valued_cs(void *ctx)
{
	struct valued_cs *cs = ctx;
	int n = cs->n;
	volatile int *seen = cs->seen;

	*seen = n;
	found += *seen;
	return 0;
}

/* With a value, beside another one, and in a loop's head. */
static int valued(int n)
{
	volatile int seen;
	struct valued_cs cs = { .n = n, .seen = &seen };
	rcl_exec_anon(&lock, valued_cs, &cs, sizeof(cs));
	return seen;
}

static int beside(int n)
{
	rcl_lock(&lock);
	volatile int seen, more;
	seen = more = n;
	found += seen + more;
	rcl_unlock(&lock);
	return seen;
}

/* In a loop: each time anew. */
static int looped(int n)
{
	int all = 0;

	rcl_lock(&lock);
	for (int i = 0; i < n; i++) {
		struct node got;

		rcl_unlock(&lock);
		if (ask(i, &got)) {
			all += got.time;
			rcl_lock(&lock);
			continue;
		}
		rcl_lock(&lock);
		found += got.size;
	}
	rcl_unlock(&lock);
	return all;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%d %zu %d %d %d %d\n", refresh(i), lengths(), kept(i), nested(i), valued(i), beside(i));
	for (int i = 0; i < 4; i++)
		printf("%d %d\n", refresh(i), looped(i));
	printf("%d %d\n", found, asked);
	return 0;
}
