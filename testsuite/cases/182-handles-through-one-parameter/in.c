#include <pthread.h>
#include <stdio.h>

/* Mutexes are places in the store's table; a lock call leaves the function where one is broken. */
typedef unsigned int handle_t;

#define E_STORE (-7)

struct guard {
	pthread_mutex_t mutex;
	int broken;
};

struct store {
	struct guard guards[3];
	handle_t table, queue;
	int items, queued;
};

int guard_lock(struct store *s, handle_t handle)
{
	return s->guards[handle].broken ? E_STORE : pthread_mutex_lock(&s->guards[handle].mutex);
}

int guard_unlock(struct store *s, handle_t handle)
{
	return pthread_mutex_unlock(&s->guards[handle].mutex);
}

#define STORE_LOCK(s, handle) do {					\
	if (guard_lock(s, handle) != 0)					\
		return (E_STORE);					\
} while (0)
#define STORE_UNLOCK(s, handle) do {					\
	if (guard_unlock(s, handle) != 0)				\
		return (E_STORE);					\
} while (0)

#ifdef RCL_H
static int store_execute(rcl_exec_fn *execute, struct store *s, handle_t handle, rcl_section_fn *section, void *ctx,
			 size_t size)
{
	return s->guards[handle].broken ? -1 : execute(&s->guards[handle].mutex, section, ctx, size);
}
#endif

/* it gets any handle, and takes none */
static int intact(struct store *s, handle_t handle)
{
	return !s->guards[handle].broken;
}

static int hold(struct store *s)
{
	STORE_LOCK(s, s->queue);
	s->queued++;
	return 0;
}

static int settle(struct store *s)
{
	s->queued = -s->queued;
	STORE_UNLOCK(s, s->queue);
	return 0;
}

static int leave(struct store *s, handle_t handle)
{
	s->queued += 10;
	STORE_UNLOCK(s, handle);
	return 0;
}

/* what is released in a function is another mutex than the section's */
static int add(struct store *s, int n)
{
	hold(s);
	STORE_LOCK(s, s->table);
	s->items += intact(s, s->table) + intact(s, s->queue);
	settle(s);
	s->items += n;
	STORE_UNLOCK(s, s->table);
	return s->items;
}

/* it is the section's own, by another name */
static int queued(struct store *s)
{
	handle_t mine = s->queue;
	int n;

	STORE_LOCK(s, mine);
	n = ++s->queued;
	settle(s);
	return n;
}

/* and here by a parameter, which gets the one or the other */
static int passed(struct store *s)
{
	STORE_LOCK(s, s->table);
	s->items++;
	leave(s, s->table);
	hold(s);
	leave(s, s->queue);
	return s->items;
}

int main(void)
{
	static struct store s = { .table = 1, .queue = 2 };
	static struct guard plain = { PTHREAD_MUTEX_INITIALIZER, 0 };
	int n;

	s.guards[0] = s.guards[1] = s.guards[2] = plain;
	n = add(&s, 3);
	printf("%d %d\n", n, s.queued);
	n = queued(&s);
	printf("%d %d\n", n, s.queued);
	n = passed(&s);
	printf("%d %d\n", n, s.queued);
	return 0;
}
