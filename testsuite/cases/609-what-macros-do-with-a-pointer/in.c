/* A variable that the section has by its address is *x there, or (*x) where a macro asks for that: not what is shown. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NEXT(x) x++
#define SECOND(a) a[1]
#define TWICE(x) ((x) + (x))
#define LAST(x) (x)--
#define SHOW(x) printf("%s is %d\n", #x, x)
#define SHOW_IT(what, x) do { puts(what); SHOW(x); } while (0)
#define SHOW_ALL(...) puts(#__VA_ARGS__)
#define LOG(level, x) printf("%s %d\n", #level, x)
#define MUST(x) do { if (!(x)) { puts(#x); abort(); } } while (0)

struct item { int n; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3;

static int counted_up(int n)
{
	int k = n, *p = &k;

	pthread_mutex_lock(&lock);
	NEXT(k);
	*p += shared;
	pthread_mutex_unlock(&lock);
	return k;
}

static int element(int n)
{
	int one[2] = { 1, n }, two[2] = { 3, 4 }, *row = one, **p = &row;

	pthread_mutex_lock(&lock);
	shared += SECOND(row);
	*p = two;
	shared += SECOND(row) + SECOND(one);
	pthread_mutex_unlock(&lock);
	return row[0];
}

static int with_parentheses(int n)
{
	int k = n, *p = &k;
	struct item item = { n }, *q = &item;

	pthread_mutex_lock(&lock);
	shared += TWICE(k);
	*p += 1;
	LAST(k);
	NEXT(item.n);
	q->n++;
	pthread_mutex_unlock(&lock);
	return k + item.n;
}

/* what the program says of it */
static int shown(int n)
{
	int k = n, *p = &k;

	pthread_mutex_lock(&lock);
	*p += 1;
	SHOW(k);
	pthread_mutex_unlock(&lock);
	return k;
}

static int shown_by_another(int n)
{
	struct item item = { n }, *p = &item;

	pthread_mutex_lock(&lock);
	p->n++;
	SHOW_IT("here", item.n);
	pthread_mutex_unlock(&lock);
	return item.n;
}

static int shown_with_others(int n)
{
	int k = n, *p = &k;

	pthread_mutex_lock(&lock);
	*p += 1;
	shared += k;
	SHOW_ALL(n, k);
	pthread_mutex_unlock(&lock);
	return k;
}

/* something else is written out, or nobody reads it but who is left behind by the end */
static int not_shown(int n)
{
	int k = n, *p = &k;

	pthread_mutex_lock(&lock);
	*p += 1;
	LOG(info, k);
	MUST(k > 0);
	assert(k > 0);
	pthread_mutex_unlock(&lock);
	return k;
}

int main(void)
{
	for (int n = 1; n < 4; n++) {
		printf("%d %d %d\n", counted_up(n), element(n), with_parentheses(n));
		printf("%d\n", shown(n));
		printf("%d\n", shown_by_another(n));
		printf("%d\n", shown_with_others(n));
		printf("%d\n", not_shown(n));
	}
	printf("%d\n", shared);
	return 0;
}
