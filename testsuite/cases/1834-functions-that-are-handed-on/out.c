/* Functions that ask which thread they run in are given to others in every way. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef int order(const void *, const void *);

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static _Thread_local pid_t own;
static int wrong, total;

static int compare(const void *a, const void *b)
{
	wrong += gettid() != own;
	return *(const int *)a - *(const int *)b;
}

static struct {
	order *by;
	order *all[2];
} orders = { compare, { compare, compare } };

static order *chosen(void)
{
	return compare;
}

static int sorted(int n, order by)
{
	int all[] = { 2, n, 1 };

	rcl_lock(&lock);
	qsort(all, 3, sizeof(all[0]), by);
	total += all[0];
	rcl_unlock(&lock);
	return all[2];
}

static int by_address(int n)
{
	int all[] = { 2, n, 1 };

	rcl_lock(&lock);
	qsort(all, 3, sizeof(all[0]), *compare);
	total += all[0];
	rcl_unlock(&lock);
	return all[2];
}

static int by_choice(int n)
{
	int all[] = { 2, n, 1 };

	rcl_lock(&lock);
	qsort(all, 3, sizeof(all[0]), n > 3 ? compare : orders.by);
	total += all[0];
	rcl_unlock(&lock);
	return all[2];
}

static int by_number(int n)
{
	int all[] = { 2, n, 1 };

	rcl_lock(&lock);
	qsort(all, 3, sizeof(all[0]), orders.all[n & 1]);
	total += all[0];
	rcl_unlock(&lock);
	return all[2];
}

static int by_result(int n)
{
	int all[] = { 2, n, 1 };

	rcl_lock(&lock);
	qsort(all, 3, sizeof(all[0]), chosen());
	total += all[0];
	rcl_unlock(&lock);
	return all[2];
}

static int called(int n, int by(const void *, const void *))
{
	rcl_lock(&lock);
	total += by(&n, &total) > 0;
	n = total;
	rcl_unlock(&lock);
	return n;
}

static void *work(void *arg)
{
	own = gettid();
	*(int *)arg = sorted(5, compare) + by_address(4) + by_choice(3) + by_number(6) + by_result(7) + called(3, compare);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int found = 0;

	pthread_create(&thread, NULL, work, &found);
	pthread_join(thread, NULL);
	printf("%d %d %d\n", found, total, wrong);
	return 0;
}
