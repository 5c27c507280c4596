/* Lock functions that note what they are given, in sections of others: each is given its own. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; const char *where; int value; };

static struct my_mutex outer = { PTHREAD_MUTEX_INITIALIZER, "", 0 };
static struct my_mutex inner = { PTHREAD_MUTEX_INITIALIZER, "", 0 };
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int sum, one = 1, two = 2;

static void take(struct my_mutex *l, int value)
{
	pthread_mutex_lock(&l->m);
	l->value = value;
}

static void give(struct my_mutex *l)
{
	l->value = 0;
	pthread_mutex_unlock(&l->m);
}

static void enter(struct my_mutex *l, const char *where)
{
	pthread_mutex_lock(&l->m);
	l->where = where;
}

#define ENTER(l) enter(l, __func__)

static void values(int n)
{
	take(&outer, one);
	sum += n;
	take(&inner, two);
	sum += outer.value + 10 * inner.value;
	give(&inner);
	one = 7;
	take(&inner, one);
	sum += 100 * inner.value;
	give(&inner);
	give(&outer);
}

static void names(int n)
{
	enter(&outer, __func__);
	sum += n;
	enter(&inner, __func__);
	printf("%s %s\n", outer.where, inner.where);
	give(&inner);
	give(&outer);
}

/* the name is asked for by a macro alone */
static void names_of_macros(int n)
{
	pthread_mutex_lock(&plain);
	sum += n;
	ENTER(&outer);
	sum++;
	ENTER(&inner);
	printf("%s %s\n", outer.where, inner.where);
	give(&inner);
	give(&outer);
	pthread_mutex_unlock(&plain);
}

int main(void)
{
	values(1);
	values(2);
	names(3);
	names_of_macros(4);
	printf("%d\n", sum);
	return 0;
}
