/* SPDX-License-Identifier: MIT */
/*
 * node.c - queue nodes.  Each thread keeps a few in stock.  A node may end up
 * with another thread than it came from, so that some threads run short and
 * others have too many: those exchange them here, and memory is taken from the
 * system in whole pages and never given back.
 */
#include <sys/mman.h>

#include "arch.h"
#include "internal.h"

enum {
	BATCH = 16,		/* nodes that change hands at a time */
	BLOCK_BYTES = 1 << 16,
};

static _Atomic unsigned int guard;
static struct rcl_node *pool;		/* linked by next; guarded by guard */
static struct rcl_node *block, *block_end; /* not yet used; guarded likewise */

static struct rcl_node *next_of(struct rcl_node *node)
{
	/* relaxed: nobody else looks at nodes in stock. */
	return atomic_load_explicit(&node->next, memory_order_relaxed);
}

/* Requires the guard.  NULL if there is no memory. */
static struct rcl_node *carve(void)
{
	void *memory;

	if (block == block_end) {
		memory = mmap(NULL, BLOCK_BYTES, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (memory == MAP_FAILED)
			return NULL;
		block = memory;
		block_end = block + BLOCK_BYTES / sizeof(*block);
	}
	return block++;
}

/* A node for the thread, which has none in stock, and more into its stock; NULL
 * if there is no memory. */
static struct rcl_node *refill(struct rcl_thread *self)
{
	struct rcl_node *node, *first = NULL;

	rcl_guard_lock(&guard);
	for (int i = 0; i < BATCH; i++) {
		node = pool;
		if (node)
			pool = next_of(node);
		else if (!(node = carve()))
			break;
		if (first)
			rcl_node_put(self, node);
		else
			first = node;
	}
	rcl_guard_unlock(&guard);
	return first;
}

/* The same, but waits until there is memory: a lock must not fail. */
struct rcl_node *rcl_node_refill(struct rcl_thread *self)
{
	struct rcl_node *node;

	while (!(node = refill(self)))
		rcl_yield();
	return node;
}

/* Whether there are nodes; asked once a mutex, before its kind is settled. */
bool rcl_nodes_start(unsigned int unused)
{
	struct rcl_node *node;
	bool started, complain;
	static bool complained;		/* guarded by guard */

	(void)unused;
	rcl_guard_lock(&guard);
	if (!pool && (node = carve()))
		pool = node;
	started = pool != NULL;
	complain = !started && !complained;
	complained |= complain;
	rcl_guard_unlock(&guard);
	if (complain)
		rcl_complain("no memory for queues of waiting threads; their "
			     "mutexes are of kind posix");
	return started;
}

/* Around a fork, so that the child's pool is whole. */
void rcl_nodes_lock(void)
{
	rcl_guard_lock(&guard);
}

void rcl_nodes_unlock(void)
{
	rcl_guard_unlock(&guard);
}

/* Puts all of a thread's stock but keep nodes into the pool. */
void rcl_node_return(struct rcl_thread *self, unsigned int keep)
{
	struct rcl_node *node;

	rcl_guard_lock(&guard);
	while (self->node_count > keep) {
		node = rcl_node_get(self);
		/* relaxed: as above. */
		atomic_store_explicit(&node->next, pool, memory_order_relaxed);
		pool = node;
	}
	rcl_guard_unlock(&guard);
}
