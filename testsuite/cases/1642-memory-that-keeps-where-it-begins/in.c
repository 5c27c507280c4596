/* An allocator that cuts the last bits of where its memory begins, and keeps where that was before what it gives. */
#define ALIGNMENT 32
#define align_addr(addr, align) (void *)(((uintptr_t)(addr) + ((align)-1)) & ~(uintptr_t)((align)-1))
#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct account {
	pthread_mutex_t *lock;
	int sum;
};

static long blocks;

static size_t *location_of(void *const mem)
{
	return (size_t *)mem - 1;
}

static void set_location(void *const mem, const void *const begins)
{
	size_t *const location = location_of(mem);

	*location = (size_t)begins;
}

static void *a_memalign(size_t align, size_t size)
{
	void *x = NULL;
	const size_t padding = align - 1 + sizeof(size_t);
	const size_t aligned_size = size + padding;
	void *const addr = malloc(aligned_size);

	if (addr) {
		x = align_addr((unsigned char *)addr + sizeof(size_t), align);
		set_location(x, addr);
	}
	return x;
}

static void *a_malloc(size_t size)
{
	return a_memalign(ALIGNMENT, size);
}

static void a_free(void *ptr)
{
	if (ptr) {
		void *addr = (void *)(*location_of(ptr));

		free(addr);
	}
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

static void deposit(struct account *a, int n)
{
	pthread_mutex_lock(a->lock);
	a->sum += n;
	pthread_mutex_unlock(a->lock);
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
	pthread_mutex_init(a->lock, NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, a);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", a->sum, names(10));
	pthread_mutex_destroy(a->lock);
	release(a->lock);
	xfree(a);
	printf("%ld\n", blocks);
	return 0;
}
