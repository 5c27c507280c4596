/* Memory that changes with the mutexes: a union with bytes, what holds the structure, a part of it, and smaller things. */
#include <pthread.h>
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
	pthread_mutex_t lock;
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

static long count(struct counter *c, long by)
{
	if (c == NULL)
		return 0;
	pthread_mutex_lock(&c->lock);
	by = c->n += by;
	pthread_mutex_unlock(&c->lock);
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

	pthread_mutex_init(&in_bytes->lock, NULL);
	pthread_mutex_init(&made->lock, NULL);
	in_bytes->n = made->n = in_bytes->base.sort = made->base.sort = 1;
	printf("%ld %ld\n", count(of_base(&alone), 2), count(of_base(&made->base), 3));
	printf("%ld %ld\n", count(of_link(&made->link), 4), count(in_bytes, 5));
	free(made);
	return 0;
}
