#include <pthread.h>
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

struct grid {
	int rows[2][3];
};

#define EITHER(n, a, b) _Generic((n), int: (a), long: (b))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3;

/* What changes a part of a variable, or one of several, changes it. */
static int member_of_vector(int n)
{
	four v = {1, 2, 3, 4};
	pthread_mutex_lock(&lock);
	v[1] = shared;
	shared += v[n];
	pthread_mutex_unlock(&lock);
	return v[0] + v[1];
}

static int row_of_a_member(int n)
{
	struct grid g = {{{n}}};
	pthread_mutex_lock(&lock);
	int *row = g.rows[1];
	row[0] = shared;
	pthread_mutex_unlock(&lock);
	return g.rows[1][0];
}

static int marked(int n)
{
	int x = n;
	pthread_mutex_lock(&lock);
	shared += x;
	__extension__ x = shared;
	pthread_mutex_unlock(&lock);
	return x;
}

static int chosen(int n)
{
	int x = n, y = n + 1;
	pthread_mutex_lock(&lock);
	__builtin_choose_expr(1, x, y) = shared;
	shared += y;
	pthread_mutex_unlock(&lock);
	return x + y;
}

static int by_address(int n)
{
	int x = n, y = n + 1;
	pthread_mutex_lock(&lock);
	int *to = &EITHER(shared, x, y);
	shared += x;
	*to = shared;
	pthread_mutex_unlock(&lock);
	return x + y;
}

/* A branch that is perhaps not taken leaves the value from before. */
static int perhaps(int n)
{
	int y = 7;
	pthread_mutex_lock(&lock);
	shared += shared ?: (y = n);
	pthread_mutex_unlock(&lock);
	return y;
}

int main(void)
{
	printf("%d %d\n", member_of_vector(2), row_of_a_member(5));
	printf("%d\n", marked(5));
	printf("%d %d %d\n", chosen(5), by_address(5), perhaps(5));
	return 0;
}
