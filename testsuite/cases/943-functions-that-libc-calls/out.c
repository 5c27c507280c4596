/* What pthread_once() and qsort() are given runs where they are called: it may need its thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
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

/* lock, in.c:32-33 */
static int use_cs(void *ctx)
{
	uses++;
	return RCL_KEEP;
}

static void use(void)
{
	rcl_exec_anon(&lock, use_cs, NULL, 0);
	pthread_once(&once, initialise);
	rcl_unlock(&lock);
}

/* lock, in.c:42-44 */
static int lowest_cs(void *ctx)
{
	uses++;
	user = getpid();
	return RCL_KEEP;
}

static int lowest(int a, int b, int c)
{
	int values[] = { a, b, c };

	rcl_exec_anon(&lock, lowest_cs, NULL, 0);
	qsort(values, 3, sizeof(values[0]), compare_here);
	rcl_unlock(&lock);
	return values[0];
}

struct highest_cs {                             /* lock, in.c:54-57 */
	int (*by)(const void *, const void *);  /* in */
	int *values;                            /* by reference */
};

static int highest_cs(void *ctx)
{
	struct highest_cs *cs = ctx;
	int (*by)(const void *, const void *) = cs->by;
	int *values = cs->values;

	uses++;
	qsort(values, 3, sizeof(values[0]), by);
	return 0;
}

static int highest(int a, int b, int c, int (*by)(const void *, const void *))
{
	int values[] = { a, b, c };

	struct highest_cs cs = { .by = by, .values = values };
	rcl_exec_blocking(&lock, highest_cs, &cs, sizeof(cs));
	return values[2];
}

struct middle_cs {    /* lock, in.c:65-68 */
	int *values;  /* by reference */
};

static int middle_cs(void *ctx)
{
	struct middle_cs *cs = ctx;
	int *values = cs->values;

	uses++;
	qsort(values, 3, sizeof(values[0]), compare);
	return 0;
}

static int middle(int a, int b, int c)
{
	int values[] = { a, b, c };

	struct middle_cs cs = { .values = values };
	rcl_exec_blocking(&lock, middle_cs, &cs, sizeof(cs));
	return values[1];
}

int main(void)
{
	use();
	printf("%d %d %d %d", initialised_by == gettid(), lowest(3, 1, 2), highest(3, 1, 2, compare), middle(3, 1, 2));
	printf(" %d %d\n", uses, foreign);
	return 0;
}
