/* A handle of a project's own lock API stays as large as it is: what counts the bytes behind it does, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned int handle_t;

#define E_STORE (-7)

struct guard {
	pthread_mutex_t mutex;
	int broken;
};

struct page {
	handle_t lock;
	int n, used;
	char data[1];
};

struct store {
	struct guard guards[2];
	handle_t free;
};

static struct store store = { { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } }, 1 };

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

static int fill(struct store *s, struct page *p, int n)
{
	STORE_LOCK(s, p->lock);
	p->used++;
	p->n += n;
	n = p->n;
	STORE_UNLOCK(s, p->lock);
	return n;
}

int main(void)
{
	struct page *p = malloc(64);
	char *end = (char *)p + 64;

	if (p == NULL)
		return 1;
	memset(p, 0, 12);
	p->lock = store.free;
	printf("%d", fill(&store, p, 3));
	printf(" %d %d\n", fill(&store, p, 4), (int)(end - (char *)p));
	free(p);
	return 0;
}
