#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 3

static pthread_mutex_t table_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static long rows, skipped, checked;

static long price(int row)
{
	return row * 7 % 5;
}

/* The section ends before the lock is taken once more: on every way there it has been given back and taken again. */
static long load(int first)
{
	long cost = 0;
	int i = 0;

	pthread_mutex_lock(&table_lock);
	do {
		rows += first;
		pthread_mutex_unlock(&table_lock);
		cost += price(first + i);
		pthread_mutex_lock(&table_lock);
		if (cost > 6)
			continue;
		skipped++;
	} while (++i < ROUNDS);
	pthread_mutex_lock(&table_lock);
	checked += rows;
	pthread_mutex_unlock(&table_lock);
	pthread_mutex_unlock(&table_lock);
	return cost;
}

int main(void)
{
	long first = load(1), second = load(4);

	printf("%ld %ld %ld %ld %ld\n", first, second, rows, skipped, checked);
	return 0;
}
