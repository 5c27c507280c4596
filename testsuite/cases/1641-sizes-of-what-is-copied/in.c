/* How much is copied is a number: what is copied does not come out of it, in whatever list both are kept. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
	void *items[8];
	size_t used;
};

struct blob {
	size_t size;
	char bytes[16];
};

struct entry {
	pthread_mutex_t *lock;
	long hits;
};

static void list_add(struct list *l, void *item)
{
	l->items[l->used++] = item;
}

static void *list_get(struct list *l, size_t i)
{
	return l->items[i];
}

static void blob_read(struct blob *b, const char *text)
{
	sscanf(text, "%zu", &b->size);
}

static void blob_fill(struct blob *b, struct list *l, size_t i)
{
	memset(b->bytes, 0, sizeof(b->bytes));
	memcpy(b->bytes, list_get(l, i), b->size);
}

static void hit(struct list *l, size_t i)
{
	struct entry *e = list_get(l, i);

	pthread_mutex_lock(e->lock);
	e->hits++;
	pthread_mutex_unlock(e->lock);
}

int main(void)
{
	static char name[] = "entries";
	struct list entries = { { NULL }, 0 }, garbage = { { NULL }, 0 }, names = { { NULL }, 0 };
	struct entry *e = calloc(1, sizeof(*e));
	struct blob *b = malloc(sizeof(*b));

	e->lock = malloc(sizeof(*e->lock));
	pthread_mutex_init(e->lock, NULL);
	list_add(&entries, e);
	list_add(&garbage, e->lock);
	list_add(&garbage, b);
	list_add(&garbage, e);
	list_add(&names, name);
	hit(&entries, 0);
	hit(&entries, 0);
	blob_read(b, "5");
	blob_fill(b, &names, 0);
	printf("%ld %s\n", e->hits, b->bytes);
	pthread_mutex_destroy(e->lock);
	for (size_t i = 0; i < garbage.used; i++)
		free(list_get(&garbage, i));
	return 0;
}
