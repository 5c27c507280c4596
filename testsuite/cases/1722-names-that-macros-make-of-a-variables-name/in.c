#include <pthread.h>
#include <stdio.h>

#define COLUMNS(X, of) X(of, first, 0) X(of, second, 3)
#define COLUMN_VAR(of, name, by) long of##_##name = (by);
#define COLUMN_STEP(of, name, by) of##_##name += (by) + 1;
#define COLUMN_SUM(of, name, by) + of##_##name
#define VAR(name) name##_var
#define LONG_VAR(name, value) long VAR(name) = (value)
#define COLUMN_BOTH(of, name, by) + (of##_##name) * of

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void add(long *to, long by)
{
	*to += by;
}

/* The macros that paste are given to another one; the variable is had by a pointer. */
static long columns(long exit)
{
	pthread_mutex_lock(&m);
	COLUMNS(COLUMN_VAR, exit)
	add(&exit, total);
	COLUMNS(COLUMN_STEP, exit)
	total += exit COLUMNS(COLUMN_SUM, exit);
	pthread_mutex_unlock(&m);
	return exit;
}

/* They paste, and use it, too. */
static long both(long exit)
{
	pthread_mutex_lock(&m);
	COLUMNS(COLUMN_VAR, exit)
	add(&exit, total);
	total += exit COLUMNS(COLUMN_BOTH, exit);
	pthread_mutex_unlock(&m);
	return exit;
}

/* One that another one calls. */
static long one(long exit)
{
	pthread_mutex_lock(&m);
	LONG_VAR(exit, 0);
	add(&exit, total);
	VAR(exit) += 4;
	total += exit + VAR(exit);
	pthread_mutex_unlock(&m);
	return exit;
}

int main(void)
{
	printf("%ld %ld\n", columns(1), columns(2));
	printf("%ld %ld\n", one(3), one(4));
	printf("%ld\n", both(5));
	printf("%ld\n", total);
	return 0;
}
