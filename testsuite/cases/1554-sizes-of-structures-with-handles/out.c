/* A handle of a project's own lock API stays as large as it is: what counts the bytes behind it does, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned int handle_t;

#define E_STORE (-7)

struct guard {
	rcl_mutex_t mutex;
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

static struct store store = { { { RCL_MUTEX_INITIALIZER(guard_mutex_in), 0 }, { RCL_MUTEX_INITIALIZER(guard_mutex_in_27), 0 } }, 1 };

int guard_lock(struct store *s, handle_t handle)
{
	return s->guards[handle].broken ? E_STORE : rcl_lock(&s->guards[handle].mutex);
}

int guard_unlock(struct store *s, handle_t handle)
{
	return rcl_unlock(&s->guards[handle].mutex);
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

struct fill_cs {         /* p->lock, in.c:58-62 */
	struct page *p;  /* in */
	int n;           /* in-out */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	struct page *p = cs->p;
	int n = cs->n;

	p->used++;
	p->n += n;
	n = p->n;
	cs->n = n;
	return 0;
}

static int fill(struct store *s, struct page *p, int n)
{
	struct fill_cs cs = { .p = p, .n = n };
	if (store_execute(rcl_exec_anon, s, p->lock, fill_cs, &cs, sizeof(cs)) < 0)
		return (E_STORE);
	n = cs.n;
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
