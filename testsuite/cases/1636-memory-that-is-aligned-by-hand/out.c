/* An allocator that moves what it gets to where it is aligned, and keeps by how much before it. */
#define ALIGNMENT 32
#include <pthread.h>
#include "rcl_config.h"
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct account {
	rcl_mutex_t *lock;
	int sum;
};

static long blocks;

static void *a_malloc(size_t size)
{
	void *ptr = NULL;
	long diff;

	ptr = malloc(size + ALIGNMENT);
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

static void *xmalloc(size_t size)
{
	void *ptr = a_malloc(size);

	if (!ptr) {
		fputs("out of memory\n", stderr);
		exit(1);
	}
	__atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
	return ptr;
}

static void *xzalloc(size_t size)
{
	void *p = xmalloc(size);

	memset(p, 0, size);
	return p;
}

static void xfree(void *p)
{
	if (p) {
		__atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
		a_free(p);
	}
}

static void release(void *p)
{
	if (p)
		xfree(p);
}

struct deposit_cs {         /* a->lock, in.c:72-74 */
	struct account *a;  /* in */
	int n;              /* in */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;

	a->sum += n;
	return 0;
}

static void deposit(struct account *a, int n)
{
	struct deposit_cs cs = { .a = a, .n = n };
	rcl_exec_anon(a->lock, deposit_cs, &cs, sizeof(cs));
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++)
		deposit(arg, i & 3);
	return NULL;
}

static int same(const void *one, const void *other)
{
	return strcmp(one, other);
}

static int names(int n)
{
	void *tree = NULL, *name;
	int i, known = 0;

	for (i = 0; i < n; i++) {
		name = xzalloc(16);
		sprintf(name, "name %d", i % 3);
		if (*(void **)tsearch(name, &tree, same) != name) {
			known++;
			release(name);
		}
	}
	while (tree != NULL) {
		name = *(void **)tree;
		tdelete(name, &tree, same);
		xfree(name);
	}
	return known;
}

int main(void)
{
	struct account *a = xzalloc(sizeof(*a));
	pthread_t threads[2];
	int i;

	a->lock = xmalloc(sizeof(*a->lock));
	rcl_mutex_init(a->lock, NULL, account_lock);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, a);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", a->sum, names(10));
	rcl_mutex_destroy(a->lock);
	release(a->lock);
	xfree(a);
	printf("%ld\n", blocks);
	return 0;
}
