#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int ages[] = { 3, 9, 1, 7 };

typedef struct {
	int place;
	int age;
} older_found_type;

struct older_lock_1_cs {           /* lock, in.c:16-27 */
	int than;                  /* in */
	older_found_type **found;  /* by reference */
	int n;                     /* in-out */
};

static int older_lock_1_cs(void *ctx)
{
	struct older_lock_1_cs *cs = ctx;
	int than = cs->than;
	older_found_type **found = cs->found;
	int n = cs->n;

	for (int i = 0; i < 4; i++) {
		if (ages[i] <= than)
			continue;
		void *more = realloc(*found, (n + 1) * sizeof(**found));
		if (!more)
			break;
		*found = more;
		(*found)[n].place = i;
		(*found)[n++].age = ages[i];
	}
	cs->n = n;
	return 0;
}

struct older_lock_2_cs {           /* lock, in.c:28-31 */
	older_found_type **found;  /* by reference */
	older_found_type **all;    /* in */
	int n;                     /* in */
	int sum;                   /* in-out */
};

static int older_lock_2_cs(void *ctx)
{
	struct older_lock_2_cs *cs = ctx;
	older_found_type **found = cs->found;
	older_found_type **all = cs->all;
	int n = cs->n;
	int sum = cs->sum;

	for (int i = 0; i < n; i++)
		sum += (*all)[i].age * 10 + (*found)[i].place;
	cs->sum = sum;
	return 0;
}

static int older(int than)
{
	older_found_type *found = NULL, **all = &found;
	int n = 0, sum = 0;

	struct older_lock_1_cs cs = { .than = than, .found = &found, .n = n };
	rcl_exec_errno(&lock, older_lock_1_cs, &cs, sizeof(cs));
	n = cs.n;
	struct older_lock_2_cs lock_2_cs = { .found = &found, .all = all, .n = n, .sum = sum };
	rcl_exec_anon(&lock, older_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	sum = lock_2_cs.sum;
	free(found);
	return sum;
}

int main(void)
{
	printf("%d %d\n", older(2), older(8));
	return 0;
}
