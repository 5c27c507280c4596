/* What a lock function notes names its parameter by typeof alone: only those sections stay that would call it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; long line; };

static struct my_mutex list_lock = { RCL_MUTEX_INITIALIZER(my_mutex_m), 0 };
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int sum;

static void my_lock(struct my_mutex *l, short line)
{
	(void)line;
	rcl_lock(&l->m);
	__typeof__(line) copy = 3;
	l->line += copy;
}

static void my_unlock(struct my_mutex *l)
{
	rcl_unlock(&l->m);
}

static void add(int n)
{
	my_lock(&list_lock, 1);
	sum += n;
	my_unlock(&list_lock);
}

struct add_other_cs {  /* other, in.c:33-35 */
	int n;         /* in */
};

static int add_other_cs(void *ctx)
{
	struct add_other_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static void add_other(int n)
{
	struct add_other_cs cs = { .n = n };
	rcl_exec_anon(&other, add_other_cs, &cs, sizeof(cs));
}

int main(void)
{
	add(1);
	add_other(1);
	printf("%d %ld\n", sum, list_lock.line);
	return 0;
}
