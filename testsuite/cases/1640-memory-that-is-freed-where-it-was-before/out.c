/* A function that frees memory which was aligned by hand keeps nothing of what it is given, nor gives it on. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define ALIGNMENT 32

struct entry {
	rcl_mutex_t *lock;
	long hits;
};

struct list {
	void *items[4];
	size_t used;
};

struct parser {
	void *current;
	char **states;
	size_t used;
};

static void *a_malloc(size_t size)
{
	void *ptr = malloc(size + ALIGNMENT);
	long diff;

	if (ptr) {
		diff = ((~(long)ptr) & (ALIGNMENT - 1)) + 1;
		ptr = (char *)ptr + diff;
		((char *)ptr)[-1] = (char)diff;
	}
	return ptr;
}

static void a_free(void *ptr)
{
	if (ptr)
		free((char *)ptr - ((char *)ptr)[-1]);
}

/* each goes by here: the mutexes, what holds them, and what has nothing to do with either */
static void clear(void *ptr)
{
	a_free(ptr);
}

static void list_add(struct list *l, void *item)
{
	l->items[l->used++] = item;
}

struct hit_cs {           /* e->lock, in.c:58-60 */
	struct entry *e;  /* in */
};

static int hit_cs(void *ctx)
{
	struct hit_cs *cs = ctx;
	struct entry *e = cs->e;

	e->hits++;
	return 0;
}

static void hit(struct list *l, size_t at)
{
	struct entry *e = l->items[at];

	struct hit_cs cs = { .e = e };
	rcl_exec_anon(e->lock, hit_cs, &cs, sizeof(cs));
}

static void parser_clear(struct list *l, size_t at)
{
	struct parser *p = l->items[at];

	for (size_t i = 0; i < p->used; i++)
		clear(p->states[i]);
	clear(p->states);
	clear(p);
}

int main(void)
{
	struct list entries = { { NULL }, 0 }, parsers = { { NULL }, 0 };
	struct entry *e = a_malloc(sizeof(*e));
	struct parser *p = a_malloc(sizeof(*p));

	p->used = 1;
	p->states = a_malloc(sizeof(char *));
	p->states[0] = a_malloc(8);
	sscanf("on 1", "%7s", p->states[0]);
	p->current = p->states[0];
	list_add(&parsers, p);
	e->lock = a_malloc(sizeof(*e->lock));
	e->hits = 0;
	rcl_mutex_init(e->lock, NULL, entry_lock);
	list_add(&entries, e);
	hit(&entries, 0);
	hit(&entries, 0);
	printf("%s %ld\n", (char *)p->current, e->hits);
	rcl_mutex_destroy(e->lock);
	clear(e->lock);
	clear(e);
	parser_clear(&parsers, 0);
	return 0;
}
