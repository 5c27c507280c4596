/* Lock functions that note something and return what their calls do. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { pthread_mutex_t m; int taken; };

static struct my_mutex list_lock = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int sum;

static int my_lock(struct my_mutex *l)
{
	int result = pthread_mutex_lock(&l->m);

	if (result != 0)
		return result;
	l->taken++;
	return 0;
}

static int my_unlock(struct my_mutex *l)
{
	l->taken += 10;
	return pthread_mutex_unlock(&l->m);
}

static int add(int n)
{
	if (my_lock(&list_lock) != 0)
		return -1;
	sum += n;
	my_unlock(&list_lock);
	return 0;
}

static int add_quickly(int n)
{
	int result = my_lock(&list_lock);

	if (result)
		return result;
	sum += n;
	if (sum == 3)
		return my_unlock(&list_lock);
	sum += n;
	return my_unlock(&list_lock);
}

static void add_safely(int n)
{
	if (my_lock(&list_lock) != 0)
		abort();
	sum += n;
	if (my_unlock(&list_lock) != 0)
		abort();
}

static void check(int result, const char *what)
{
	if (result != 0) {
		puts(what);
		abort();
	}
}

static int add_checked(int n)
{
	int result = 0;

	check(my_lock(&list_lock), "lock");
	sum += n;
	if (sum > 100) {
		result = my_unlock(&list_lock);
		return result - 1;
	}
	check(my_unlock(&list_lock), "unlock");
	return result;
}

int main(void)
{
	int result = add(1) + add_quickly(2) + add_quickly(1);

	add_safely(1);
	result += add_checked(1) + add_checked(100);
	printf("%d %d %d\n", result, sum, list_lock.taken);
	return 0;
}
