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
	struct guard guards[2];
	handle_t table;
	int shared, items, peak;
};

static int guard_lock(struct store *s, handle_t handle)
{
	return s->guards[handle].broken ? E_STORE : pthread_mutex_lock(&s->guards[handle].mutex);
}

static int guard_unlock(struct store *s, handle_t handle)
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

static int add(struct store *s, int n, int locked)
{
	if (!locked)
		STORE_LOCK(s, s->table);
	s->items += n;
	if (!locked)
		STORE_UNLOCK(s, s->table);
	return 0;
}

static int items(struct store *s)
{
	int n;

	if (s->shared > 1)
		STORE_LOCK(s, s->table);
	n = s->items;
	if (s->shared > 1)
		STORE_UNLOCK(s, s->table);
	return n;
}

static int move(struct store *s, int n)
{
	int left = 0;

	if (n ? s->shared : s->peak)
		STORE_LOCK(s, s->table);
	if (n > s->items) {
		if (n ? s->shared : s->peak)
			STORE_UNLOCK(s, s->table);
		return n - s->items;
	}
	s->items -= n;
	left = s->items;
	if (n ? s->shared : s->peak)
		STORE_UNLOCK(s, s->table);
	return left;
}

/* a section inside has failed, and so does the one around it */
static int twice(struct store *s, struct store *other, int locking)
{
	if (locking)
		STORE_LOCK(s, s->table);
	s->items *= 2;
	STORE_LOCK(other, other->table);
	other->items *= 2;
	STORE_UNLOCK(other, other->table);
	if (locking)
		STORE_UNLOCK(s, s->table);
	return s->items;
}

/* the condition changes: up to the release */
static int count(struct store *s)
{
	if (s->shared)
		STORE_LOCK(s, s->table);
	if (s->items > 3)
		s->shared++;
	if (s->shared)
		STORE_UNLOCK(s, s->table);
	return s->shared;
}

int main(void)
{
	static struct store s = { .shared = 2 }, broken = { .shared = 2, .guards = { { .broken = 1 } } };
	static struct guard plain = { PTHREAD_MUTEX_INITIALIZER, 0 };

	s.guards[0] = s.guards[1] = plain;
	printf("%d %d %d\n", add(&s, 3, 0), add(&s, 4, 1), items(&s));
	printf("%d %d %d\n", add(&broken, 3, 0), add(&broken, 4, 1), items(&broken));
	printf("%d %d %d\n", move(&s, 2), move(&s, 9), move(&broken, 9));
	printf("%d %d %d\n", twice(&s, &broken, 0), s.items, count(&s));
	return 0;
}
