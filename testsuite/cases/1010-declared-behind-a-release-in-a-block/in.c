/* A section that ends in a block, in which a variable is declared behind the release: what follows the block has another one. */
#include <pthread.h>
#include <stdio.h>

#define LONG_VAR(name, value) long name = value

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static int declared(int n)
{
	int item = 1;

	if (n) {
		pthread_mutex_lock(&m);
		{
			count++;
			pthread_mutex_unlock(&m);
			int item = 5;
			seen += item;
		}
		seen += item * 100;
	}
	return item;
}

static int by_a_macro(int n)
{
	int item = 1;

	if (n) {
		pthread_mutex_lock(&m);
		count++;
		{
			pthread_mutex_unlock(&m);
			LONG_VAR(item, 5);
			seen += item;
		}
		seen += item * 100;
	}
	return item;
}

static int handed_out(int n)
{
	int item = 1;

	if (n) {
		pthread_mutex_lock(&m);
		{
			int item = ++count;
			pthread_mutex_unlock(&m);
			seen += item;
		}
		seen += item * 100;
	}
	return item;
}

static int left_by_a_jump(int n)
{
	int item = 1;

	if (n) {
		pthread_mutex_lock(&m);
		count++;
		{
			pthread_mutex_unlock(&m);
			int item = 5;
			seen += item;
			goto out;
		}
out:
		seen += item * 100;
	}
	return item;
}

static int a_type(int n)
{
	typedef long number;

	if (n) {
		pthread_mutex_lock(&m);
		count++;
		{
			pthread_mutex_unlock(&m);
			typedef char number;
			seen += sizeof(number);
		}
		seen += sizeof(number) * 100;
	}
	return n;
}

static int nothing_behind(int n)
{
	if (n) {
		pthread_mutex_lock(&m);
		count++;
		{
			pthread_mutex_unlock(&m);
			int item = 5;
			seen += item;
		}
	}
	return n;
}

static int nothing_declared(int n)
{
	int item = 1;

	if (n) {
		pthread_mutex_lock(&m);
		count++;
		{
			pthread_mutex_unlock(&m);
			seen += 2;
			for (int item = 0; item < 2; item++)
				seen += item;
		}
		seen += item * 100;
	}
	return item;
}

static int in_a_switch(int n)
{
	int item = 1;

	pthread_mutex_lock(&m);
	if (n == 1) {
		pthread_mutex_unlock(&m);
		seen++;
		int item = 5;
		seen += item;
		return item;
	}
	if (n == 2) {
		pthread_mutex_unlock(&m);
		seen += item * 100;
		return item;
	}
	if (n == 3) {
		pthread_mutex_unlock(&m);
		return item + 7;
	}
	count++;
	pthread_mutex_unlock(&m);
	return item;
}

int main(void)
{
	printf("%d %d\n", declared(0), declared(1));
	printf("%d %d\n", by_a_macro(0), by_a_macro(1));
	printf("%d %d\n", handed_out(0), handed_out(1));
	printf("%d %d\n", left_by_a_jump(0), left_by_a_jump(1));
	printf("%d %d\n", a_type(0), a_type(1));
	printf("%d %d\n", nothing_behind(0), nothing_behind(1));
	printf("%d %d\n", nothing_declared(0), nothing_declared(1));
	printf("%d %d %d %d\n", in_a_switch(0), in_a_switch(1), in_a_switch(2), in_a_switch(3));
	printf("%d %d\n", count, seen);
	return 0;
}
