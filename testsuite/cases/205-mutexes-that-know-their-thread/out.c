#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <threads.h>

static rcl_mutex_t table = RCL_MUTEX_INITIALIZER(table);
static rcl_mutex_t entry, plain;
static rcl_mutex_t tree, leaf;
static int n, m;

struct find_cs {  /* table, in.c:15-18 */
	int k;    /* in */
	int r;    /* out */
};

static int find_cs(void *ctx)
{
	struct find_cs *cs = ctx;
	int k = cs->k;
	int r;

	n += k;
	r = rcl_lock(&entry);
	cs->r = r;
	return 0;
}

/* Takes entry for its caller. */
static int find(int k)
{
	int r;

	struct find_cs cs = { .k = k };
	rcl_exec(&table, find_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

static int leave(void)
{
	m++;
	return rcl_unlock(&entry);
}

struct note_cs {  /* entry, in.c:30-32 */
	int k;    /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	int k = cs->k;

	m += k;
	return 0;
}

static void note(int k)
{
	struct note_cs cs = { .k = k };
	rcl_exec_anon(&entry, note_cs, &cs, sizeof(cs));
}

struct update_cs {  /* table, in.c:38-41 */
	int k;      /* in */
};

static int update_cs(void *ctx)
{
	struct update_cs *cs = ctx;
	int k = cs->k;

	n += k;
	note(k);
	return 0;
}

/* The callee takes entry once more, for the thread that has it already. */
static void update(int k)
{
	struct update_cs cs = { .k = k };
	rcl_exec(&table, update_cs, &cs, sizeof(cs));
}

struct add_plain_cs {  /* plain, in.c:48-50 */
	int k;         /* in */
};

static int add_plain_cs(void *ctx)
{
	struct add_plain_cs *cs = ctx;
	int k = cs->k;

	n += k;
	return 0;
}

struct add_table_cs {  /* table, in.c:47-51 */
	int k;         /* in */
};

static int add_table_cs(void *ctx)
{
	struct add_table_cs *cs = ctx;
	int k = cs->k;
	struct add_plain_cs plain_cs = { .k = k };
	rcl_exec_anon(&plain, add_plain_cs, &plain_cs, sizeof(plain_cs));
	return 0;
}

/* Anyone may release this one. */
static void add(int k)
{
	struct add_table_cs cs = { .k = k };
	rcl_exec_anon(&table, add_table_cs, &cs, sizeof(cs));
}

struct grow_tree_cs {  /* tree, in.c:58-60 */
	int k;         /* in */
};

static int grow_tree_cs(void *ctx)
{
	struct grow_tree_cs *cs = ctx;
	int k = cs->k;

	n += k;
	return 0;
}

struct grow_leaf_cs {  /* leaf, in.c:57-61 */
	int k;         /* in */
};

static int grow_leaf_cs(void *ctx)
{
	struct grow_leaf_cs *cs = ctx;
	int k = cs->k;
	struct grow_tree_cs tree_cs = { .k = k };
	rcl_exec_anon(&tree, grow_tree_cs, &tree_cs, sizeof(tree_cs));
	return 0;
}

/* C11's mutexes: the tree's is recursive, a leaf's is not. */
static void grow(int k)
{
	struct grow_leaf_cs cs = { .k = k };
	rcl_exec(&leaf, grow_leaf_cs, &cs, sizeof(cs));
}

struct prune_leaf_cs {  /* leaf, in.c:67-69 */
	int k;          /* in */
};

static int prune_leaf_cs(void *ctx)
{
	struct prune_leaf_cs *cs = ctx;
	int k = cs->k;

	n -= k;
	return 0;
}

struct prune_tree_cs {  /* tree, in.c:66-70 */
	int k;          /* in */
};

static int prune_tree_cs(void *ctx)
{
	struct prune_tree_cs *cs = ctx;
	int k = cs->k;
	struct prune_leaf_cs leaf_cs = { .k = k };
	rcl_exec_anon(&leaf, prune_leaf_cs, &leaf_cs, sizeof(leaf_cs));
	return 0;
}

static void prune(int k)
{
	struct prune_tree_cs cs = { .k = k };
	rcl_exec_anon(&tree, prune_tree_cs, &cs, sizeof(cs));
}

int main(void)
{
	pthread_mutexattr_t recursive;
	int r;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	rcl_mutex_init(&entry, &recursive, entry);
	rcl_mutex_init(&plain, NULL, plain);
	rcl_mtx_init(&tree, mtx_plain | mtx_recursive, tree);
	rcl_mtx_init(&leaf, mtx_timed, leaf);
	r = find(3);
	update(4);
	r = r * 10 + leave();
	add(5);
	grow(2);
	prune(1);
	printf("%d %d %d\n", r, n, m);
	return 0;
}
