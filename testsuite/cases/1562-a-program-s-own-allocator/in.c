/* Memory from a program's own allocator goes elsewhere, and mutexes that lie in other memory of it do not. */
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct head {
	size_t size;
	char text[8];
};

struct account {
	pthread_mutex_t *lock;
	int sum;
};

static void *xmalloc(size_t size)
{
	struct head *head = malloc(sizeof(*head) + size);

	if (head == NULL) {
		fputs("out of memory\n", stderr);
		exit(1);
	}
	head->size = size;
	memset(head->text, 0, sizeof(head->text));
	return head + 1;
}

static void *xzalloc(size_t size)
{
	void *p = NULL;

	if (!(p = xmalloc(size)))
		return NULL;
	memset(p, 0, size);
	return p;
}

static void xfree(void *p)
{
	struct head *head = p;

	if (p == NULL)
		return;
	free(head - 1);
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
	return 0;
}
