/* Branches and loops without braces whose heads, or a part of them, macros write; and labels before such a branch. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t grown = PTHREAD_COND_INITIALIZER;
static int filled = 4, left;

#define UNLESS(c) if (!(c))
#define UNTIL(c) while (!(c))
#define OTHERWISE else
#define TIMES(i, n) for (int i = 0; i < (n); i++)
#define unlikely(c) (__builtin_expect(!!(c), 0))
#define COUNT(n) left += (n);

static int waits_until(int n)
{
	pthread_mutex_lock(&m);
	UNTIL(filled >= n)
		pthread_cond_wait(&grown, &m);
	left += n;
	pthread_mutex_unlock(&m);
	return left;
}

static int waits_unless(int n)
{
	int x = 1;

	pthread_mutex_lock(&m);
	left++;
	UNLESS(n)
		pthread_cond_wait(&grown, &m);
	x += left;
	left += x;
	pthread_mutex_unlock(&m);
	return x;
}

static int waits_otherwise(int n)
{
	int x = 1;

	pthread_mutex_lock(&m);
	left++;
	if (n)
		x = left;
	OTHERWISE
		pthread_cond_wait(&grown, &m);
	x += left;
	left += x;
	pthread_mutex_unlock(&m);
	return x;
}

static int waits_so_often(int n)
{
	int x = 1;

	pthread_mutex_lock(&m);
	left++;
	TIMES(i, n)
		pthread_cond_wait(&grown, &m);
	x += left;
	left += x;
	pthread_mutex_unlock(&m);
	return x;
}

static int leaves_unless(int n)
{
	int x;

	while (n--) {
		pthread_mutex_lock(&m);
		x = filled;
		left++;
		UNLESS(n)
			break;
		x++;
		left += x;
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_unlock(&m);
	return x;
}

static int leaves_if_unlikely(int n)
{
	int x;

	while (n--) {
		pthread_mutex_lock(&m);
		x = filled;
		left++;
		if unlikely(!n)
			break;
		x++;
		left += x;
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_unlock(&m);
	return x;
}

static int leaves_by_a_label(int n)
{
	int x;

	while (n--) {
		pthread_mutex_lock(&m);
		x = filled;
		left++;
		if (n > 5)
			goto last;
		x += 3;
		if (!n)
last:
			break;
		x++;
		left += x;
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_unlock(&m);
	return x;
}

static int gives_back_in_each(int n)
{
	int x = 1;

	pthread_mutex_lock(&m);
	left++;
	if (n) {
		x = left++;
		pthread_mutex_unlock(&m);
	} else if unlikely(x > 3)
		pthread_mutex_unlock(&m);
	else
		pthread_mutex_unlock(&m);
	return x;
}

/* here it stands in a block: the macro is a statement */
static int behind_a_macro(int n)
{
	int x;

	pthread_mutex_lock(&m);
	x = filled;
	if (n) {
		x++;
		COUNT(3)
		pthread_mutex_unlock(&m);
		return x;
	}
	pthread_mutex_unlock(&m);
	return x + 1;
}

int main(void)
{
	printf("%d %d\n", waits_until(3), waits_unless(1));
	printf("%d %d\n", waits_otherwise(1), waits_so_often(0));
	printf("%d %d\n", leaves_unless(2), leaves_if_unlikely(2));
	printf("%d %d\n", leaves_by_a_label(2), leaves_by_a_label(7));
	printf("%d %d\n", gives_back_in_each(0), gives_back_in_each(1));
	printf("%d %d\n", behind_a_macro(0), behind_a_macro(1));
	printf("%d\n", left);
	return 0;
}
