/* What follows a lock macro that brings its own semicolon looks like a part of it: arguments, or a declaration's name. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

#define ENTER pthread_mutex_lock(&lock);
#define LEAVE pthread_mutex_unlock(&lock);

static void a(int *to, int n)
{
	ENTER
	*to += total;
	total += n;
	LEAVE
	*to *= 2;
}

static int b(int n)
{
	int (*say)(const char *, ...) = printf;

	ENTER
	(void)n;
	total++;
	if (total > 3) {
		LEAVE
		(*say)("%d\n", n);
		return n;
	}
	LEAVE
	++n;
	ENTER
	--total;
	LEAVE
	(void)say("%d\n", total);
	return n;
}

static int c(int n, int *at) { ENTER *at += n; LEAVE *at += total; ENTER (*at)++; total += *at; LEAVE return *at; }

int main(void)
{
	int n = 2;

	a(&n, 1);
	printf("%d %d\n", n, total);
	printf("%d\n", b(1));
	total = 7;
	printf("%d\n", b(1));
	printf("%d\n", c(1, &n));
	printf("%d %d\n", n, total);
	return 0;
}
