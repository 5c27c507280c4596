#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t entry, plain;
static mtx_t tree, leaf;
static int n, m;

/* Takes entry for its caller. */
static int find(int k)
{
	int r;

	pthread_mutex_lock(&table);
	n += k;
	r = pthread_mutex_lock(&entry);
	pthread_mutex_unlock(&table);
	return r;
}

static int leave(void)
{
	m++;
	return pthread_mutex_unlock(&entry);
}

static void note(int k)
{
	pthread_mutex_lock(&entry);
	m += k;
	pthread_mutex_unlock(&entry);
}

/* The callee takes entry once more, for the thread that has it already. */
static void update(int k)
{
	pthread_mutex_lock(&table);
	n += k;
	note(k);
	pthread_mutex_unlock(&table);
}

/* Anyone may release this one. */
static void add(int k)
{
	pthread_mutex_lock(&table);
	pthread_mutex_lock(&plain);
	n += k;
	pthread_mutex_unlock(&plain);
	pthread_mutex_unlock(&table);
}

/* C11's mutexes: the tree's is recursive, a leaf's is not. */
static void grow(int k)
{
	mtx_lock(&leaf);
	mtx_lock(&tree);
	n += k;
	mtx_unlock(&tree);
	mtx_unlock(&leaf);
}

static void prune(int k)
{
	mtx_lock(&tree);
	mtx_lock(&leaf);
	n -= k;
	mtx_unlock(&leaf);
	mtx_unlock(&tree);
}

int main(void)
{
	pthread_mutexattr_t recursive;
	int r;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&entry, &recursive);
	pthread_mutex_init(&plain, NULL);
	mtx_init(&tree, mtx_plain | mtx_recursive);
	mtx_init(&leaf, mtx_timed);
	r = find(3);
	update(4);
	r = r * 10 + leave();
	add(5);
	grow(2);
	prune(1);
	printf("%d %d %d\n", r, n, m);
	return 0;
}
