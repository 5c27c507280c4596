/* Memory that changes with the mutexes: a union with bytes, what holds the structure, a part of it, and smaller things. */
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link {
	struct link *next;
};

struct base {
	int sort;
	char name[60];
};

struct counter {
	struct base base;
	rcl_mutex_t lock;
	long n;
	struct link link;
};

union room {
	struct counter counter;
	char bytes[400];
};

static struct counter *of_base(void *p)
{
	struct base *b = p;

	return b->sort == 1 ? (struct counter *)b : NULL;
}

static struct counter *of_link(struct link *l)
{
	return (struct counter *)((char *)l - offsetof(struct counter, link));
}

struct count_cs {           /* c->lock, in.c:44-46 */
	struct counter *c;  /* in */
	long by;            /* in-out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct counter *c = cs->c;
	long by = cs->by;

	by = c->n += by;
	cs->by = by;
	return 0;
}

static long count(struct counter *c, long by)
{
	if (c == NULL)
		return 0;
	struct count_cs cs = { .c = c, .by = by };
	rcl_exec_anon(&c->lock, count_cs, &cs, sizeof(cs));
	by = cs.by;
	return by;
}

static void *new_memory(size_t size, const char *name)
{
	void *p = malloc(size);

	if (p == NULL) {
		printf("%s\n", name);
		exit(1);
	}
	return p;
}

int main(void)
{
	struct base alone = { 2, "alone" };
	union room room;
	struct counter *in_bytes = (struct counter *)room.bytes, *made = new_memory(sizeof(*made), "counter");

	rcl_mutex_init(&in_bytes->lock, NULL, counter_lock_main);
	rcl_mutex_init(&made->lock, NULL, counter_lock_main_68);
	in_bytes->n = made->n = in_bytes->base.sort = made->base.sort = 1;
	printf("%ld %ld\n", count(of_base(&alone), 2), count(of_base(&made->base), 3));
	printf("%ld %ld\n", count(of_link(&made->link), 4), count(in_bytes, 5));
	free(made);
	return 0;
}
