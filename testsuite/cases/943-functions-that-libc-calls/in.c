/* What pthread_once() and qsort() are given runs where they are called: it may need its thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pid_t initialised_by;
static int uses, foreign;
static pid_t user;

static void initialise(void)
{
	initialised_by = gettid();
}

static int compare_here(const void *one, const void *two)
{
	foreign += gettid() != user;
	return *(const int *)one - *(const int *)two;
}

static int compare(const void *one, const void *two)
{
	return *(const int *)one - *(const int *)two;
}

static void use(void)
{
	pthread_mutex_lock(&lock);
	uses++;
	pthread_once(&once, initialise);
	pthread_mutex_unlock(&lock);
}

static int lowest(int a, int b, int c)
{
	int values[] = { a, b, c };

	pthread_mutex_lock(&lock);
	uses++;
	user = getpid();
	qsort(values, 3, sizeof(values[0]), compare_here);
	pthread_mutex_unlock(&lock);
	return values[0];
}

static int highest(int a, int b, int c, int (*by)(const void *, const void *))
{
	int values[] = { a, b, c };

	pthread_mutex_lock(&lock);
	uses++;
	qsort(values, 3, sizeof(values[0]), by);
	pthread_mutex_unlock(&lock);
	return values[2];
}

static int middle(int a, int b, int c)
{
	int values[] = { a, b, c };

	pthread_mutex_lock(&lock);
	uses++;
	qsort(values, 3, sizeof(values[0]), compare);
	pthread_mutex_unlock(&lock);
	return values[1];
}

int main(void)
{
	use();
	printf("%d %d %d %d", initialised_by == gettid(), lowest(3, 1, 2), highest(3, 1, 2, compare), middle(3, 1, 2));
	printf(" %d %d\n", uses, foreign);
	return 0;
}
