/* Which argument of a macro is written out, counted past the commas in others; and macros that hand it on. Each section
   has the variable by its address; what is written out must stay its name. */
#include <pthread.h>
#include <stdio.h>

#define SHOW(a, b, c) printf("%d %s %d\n", (a), #b, (c))
#define SHOW_LAST(a, b) printf("%d %s\n", (a), #b)
#define ON(x) SHOW(0, x, 0)
#define TWICE(x) SHOW_LAST(x, x)
#define ALL(...) printf("%s\n", #__VA_ARGS__)
#define REST(first, rest...) printf("%d %s\n", (first), #rest)
#define PLAIN(a, b) printf("%d %d\n", (a), (b))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static int most(int a, int b)
{
	return a > b ? a : b;
}

static void up(int *n)
{
	++*n;
}

static void second(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	SHOW(most(1, 2), n, 3);
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

static void first(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	SHOW(most(n, 2), sum, most(3, n));
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

static void handed_on(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	ON(n);
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

static void handed_on_twice(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	TWICE(n);
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

static void all(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	ALL(1, n);
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

static void rest(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	REST(n, n + 1, n);
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

static void plain(int n)
{
	up(&n);
	pthread_mutex_lock(&m);
	up(&n);
	PLAIN(most(n, 1), n);
	sum += n;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
}

int main(void)
{
	second(1);
	first(2);
	handed_on(3);
	handed_on_twice(4);
	all(5);
	rest(6);
	plain(7);
	printf("%d\n", sum);
	return 0;
}
