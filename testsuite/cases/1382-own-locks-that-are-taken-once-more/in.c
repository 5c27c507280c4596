/* Locks of an API of the program's own, which a function has twice: nobody knows what that means for them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

struct table {
	pthread_mutex_t mutex;
	int sum;
};

static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct table table = { PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 0 };
static int total;

static void table_lock(struct table *t)
{
	pthread_mutex_lock(&t->mutex);
}

static void table_unlock(struct table *t)
{
	pthread_mutex_unlock(&t->mutex);
}

#ifdef RCL_H
static int table_execute(rcl_exec_fn *execute, struct table *t, rcl_section_fn *section, void *ctx, size_t size)
{
	return execute(&t->mutex, section, ctx, size);
}
#endif

static void own_twice(struct table *t, int n)
{
	table_lock(t);
	t->sum += n;
	table_lock(t);
	t->sum += n;
	table_unlock(t);
	t->sum += n;
	table_unlock(t);
}

static void own_once(struct table *t, int n)
{
	table_lock(t);
	t->sum += n;
	table_unlock(t);
}

static void posix_twice(int n)
{
	pthread_mutex_lock(&again);
	total += n;
	pthread_mutex_lock(&again);
	total += n;
	pthread_mutex_unlock(&again);
	total += n;
	pthread_mutex_unlock(&again);
}

int main(void)
{
	own_twice(&table, 2);
	own_once(&table, 3);
	posix_twice(4);
	printf("%d %d\n", table.sum, total);
	return 0;
}
