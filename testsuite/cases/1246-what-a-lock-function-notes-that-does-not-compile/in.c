/* What a lock function notes names its parameter by typeof alone: only those sections stay that would call it. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; long line; };

static struct my_mutex list_lock = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void my_lock(struct my_mutex *l, short line)
{
	(void)line;
	pthread_mutex_lock(&l->m);
	__typeof__(line) copy = 3;
	l->line += copy;
}

static void my_unlock(struct my_mutex *l)
{
	pthread_mutex_unlock(&l->m);
}

static void add(int n)
{
	my_lock(&list_lock, 1);
	sum += n;
	my_unlock(&list_lock);
}

static void add_other(int n)
{
	pthread_mutex_lock(&other);
	sum += n;
	pthread_mutex_unlock(&other);
}

int main(void)
{
	add(1);
	add_other(1);
	printf("%d %ld\n", sum, list_lock.line);
	return 0;
}
