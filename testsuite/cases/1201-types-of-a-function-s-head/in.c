/* Types of the function's own that its head declares, or that only typeof or a pointer to a function tells of. */
#include <pthread.h>
#include <stdio.h>

struct in {
	char a, b;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int in_the_old_style(n, p)
	int n;
	struct in {
		int a, b;
	} *p;
{
	pthread_mutex_lock(&m);
	p->b++;
	count += n;
	pthread_mutex_unlock(&m);
	return p->b;
}

static struct made { int n; } what_it_returns(int n)
{
	struct made made;

	pthread_mutex_lock(&m);
	made.n = n;
	count += n;
	pthread_mutex_unlock(&m);
	return made;
}

static enum { RED = 4, GREEN } which_it_returns(int n)
{
	pthread_mutex_lock(&m);
	count += n + GREEN;
	pthread_mutex_unlock(&m);
	return RED;
}

static int by_typeof(int n)
{
	struct in {
		int a, b;
	} one = { 1, n };
	__typeof__(one) two = one;

	pthread_mutex_lock(&m);
	two.b += n;
	count += two.b;
	pthread_mutex_unlock(&m);
	return two.b;
}

static int second(int *pair)
{
	return pair[1];
}

static int by_a_function(int n)
{
	struct in {
		int a, b;
	} one = { 1, n };
	int (*of)(struct in *) = (int (*)(struct in *))second;

	pthread_mutex_lock(&m);
	count += of(&one);
	pthread_mutex_unlock(&m);
	return one.b;
}

int main(void)
{
	int pair[2] = { 1, 2 };

	printf("%d %d\n", in_the_old_style(1, (void *)pair), what_it_returns(2).n);
	printf("%d %d %d\n", which_it_returns(3), by_typeof(4), by_a_function(5));
	printf("%d\n", count);
	return 0;
}
