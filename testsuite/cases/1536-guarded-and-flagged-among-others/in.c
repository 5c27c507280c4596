/* What takes a lock under a condition in other sections, by wrappers, past jumps and in loops. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total, threaded, inside;

static void count(int *n)
{
	++*n;
}

/* in another section, which has a variable by its address */
static int within(int n)
{
	int locked = 0;

	pthread_mutex_lock(&a);
	count(&n);
	if (threaded + n > 2) {
		pthread_mutex_lock(&b);
		locked = 1;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&b);
	inside += n;
	pthread_mutex_unlock(&a);
	return n;
}

static int within_tested(int n)
{
	int error;

	pthread_mutex_lock(&a);
	count(&n);
	if (n > 2 && (error = pthread_mutex_lock(&b)) != 0) {
		printf("%d\n", error);
		pthread_mutex_unlock(&a);
		return error;
	}
	total += n;
	if (n > 2)
		pthread_mutex_unlock(&b);
	inside += n;
	pthread_mutex_unlock(&a);
	return n;
}

static bool take(void)
{
	pthread_mutex_lock(&a);
	return true;
}

/* it is held where the condition holds */
static int truth(int n)
{
	if (threaded && take()) {
		total += n;
		pthread_mutex_unlock(&a);
		return 1;
	}
	total -= n;
	return 0;
}

static int truths(int n)
{
	if (threaded && take())
		total += n;
	total -= n;
	if (threaded)
		pthread_mutex_unlock(&a);
	return 0;
}

static int wrapped(void)
{
	return pthread_mutex_lock(&b);
}

static int by_wrapper(int n)
{
	if (threaded && wrapped() != 0)
		return -1;
	total += n;
	if (threaded)
		pthread_mutex_unlock(&b);
	return 0;
}

/* jumps */
static int jumps(int n)
{
	int locked = 0;

	if (n < 0)
		goto out;
	if (threaded) {
		pthread_mutex_lock(&a);
		locked = 1;
	}
	total += n;
out:
	total++;
	if (locked)
		pthread_mutex_unlock(&a);
	return total;
}

/* in one line, in a loop */
static int loops(int n)
{
	for (int i = 0; i < n; i++) {
		int held = 0;
		if (i & 1) { held = 1; pthread_mutex_lock(&b); }
		total += i;
		if (total == 100) {
			if (held) { pthread_mutex_unlock(&b); held = 0; }
			continue;
		}
		total += held;
		if (held) pthread_mutex_unlock(&b);
	}
	return total;
}

int main(void)
{
	printf("%d %d %d %d %d\n", within(1), within_tested(1), truth(1), truths(2), by_wrapper(3));
	threaded = 1;
	printf("%d %d %d %d %d\n", within(1), within_tested(3), truth(1), truths(2), by_wrapper(3));
	printf("%d %d %d\n", jumps(-1), jumps(1), loops(5));
	printf("%d %d\n", total, inside);
	return 0;
}
