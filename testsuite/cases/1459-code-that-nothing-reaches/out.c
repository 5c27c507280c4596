/* What stands behind a return and nothing reaches is not what a section, or a function that it calls, does. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, limit = 2;

struct counter_cs {  /* lock, in.c:13-15 */
	int *n;      /* in */
};

static int counter_cs(void *ctx)
{
	struct counter_cs *cs = ctx;
	int *n = cs->n;

	count += *n;
	return 0;
}

static void *counter(void *arg)
{
	int *n = arg;

	struct counter_cs cs = { .n = n };
	rcl_exec_anon(&lock, counter_cs, &cs, sizeof(cs));
	return NULL;
	pthread_exit(NULL);
}

static int step(int by)
{
	return by + limit;
	pthread_exit(NULL);
}

struct add_cs {  /* lock, in.c:28-36 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n > limit) {
		count -= step(n);
		return 1;
		pthread_exit(NULL);
	}
	count += step(n);
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return 0;
	sleep(1);
}

struct sum_cs {    /* lock, in.c:45-65 */
	int n;     /* in */
	int made;  /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int n = cs->n;
	int made = cs->made;

	for (int i = 0; i < n; i++) {
		if (i == limit) {
			continue;
			pthread_exit(NULL);
		}
		made += count;
		if (made > 100) {
			break;
			sleep(1);
		}
	}
	switch (made) {
	case 0:
		made = 1;
		break;
		sleep(2);
	default:
		made++;
	}
	cs->made = made;
	return 0;
}

static int sum(int n)
{
	int made = 0;

	struct sum_cs cs = { .n = n, .made = made };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	made = cs.made;
	return made;
}

struct behind_a_label_cs {  /* lock, in.c:72-81 */
	int n;              /* in */
};

static int behind_a_label_cs(void *ctx)
{
	struct behind_a_label_cs *cs = ctx;
	int n = cs->n;

	if (n > limit)
		goto out;
	count++;
	return 1;
out:
	usleep(1);
	count--;
	return 0;
}

/* These are reached. */
static int behind_a_label(int n)
{
	struct behind_a_label_cs cs = { .n = n };
	if (rcl_exec_blocking(&lock, behind_a_label_cs, &cs, sizeof(cs)) == 1)
		return 0;
	return -1;
}

struct behind_a_case_cs {  /* lock, in.c:87-95 */
	int n;             /* in */
};

static int behind_a_case_cs(void *ctx)
{
	struct behind_a_case_cs *cs = ctx;
	int n = cs->n;

	switch (n) {
	case 0:
		break;
	case 1:
		usleep(1);
	}
	count += n;
	return 0;
}

static int behind_a_case(int n)
{
	struct behind_a_case_cs cs = { .n = n };
	rcl_exec_blocking(&lock, behind_a_case_cs, &cs, sizeof(cs));
	return 0;
}

struct behind_a_label_in_a_loop_cs {  /* lock, in.c:101-112 */
	int n;                        /* in */
};

static int behind_a_label_in_a_loop_cs(void *ctx)
{
	struct behind_a_label_in_a_loop_cs *cs = ctx;
	int n = cs->n;

	if (n > limit)
		goto in;
	goto out;
	while (n < limit) {
		usleep(1);
	in:
		n--;
	}
out:
	count += n;
	return 0;
}

static int behind_a_label_in_a_loop(int n)
{
	struct behind_a_label_in_a_loop_cs cs = { .n = n };
	rcl_exec_blocking(&lock, behind_a_label_in_a_loop_cs, &cs, sizeof(cs));
	return 0;
}

int main(void)
{
	int two = 2;

	counter(&two);
	printf("%d %d %d\n", add(1), add(5), count);
	printf("%d %d %d\n", sum(0), sum(1), sum(4));
	printf("%d %d %d\n", behind_a_label(1), behind_a_label(3), count);
	printf("%d %d %d\n", behind_a_case(0), behind_a_case(1), count);
	printf("%d %d %d\n", behind_a_label_in_a_loop(3), behind_a_label_in_a_loop(1), count);
	return 0;
}
