/* A section declares i for its client, and j for a section behind it alone; in another function i goes. */
#include <pthread.h>
#include "rcl_config.h"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);
static int count;

struct for_the_client_lock_cs {  /* lock, in.c:10-13 */
	int n;                   /* in */
};

static int for_the_client_lock_cs(void *ctx)
{
	struct for_the_client_lock_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

struct for_the_client_other_cs {  /* other, in.c:15-18 */
	int n;                    /* in */
	int (*all)[2];            /* by reference */
	int i;                    /* in */
};

static int for_the_client_other_cs(void *ctx)
{
	struct for_the_client_other_cs *cs = ctx;
	int n = cs->n;
	int (*all)[2] = cs->all;
	int i = cs->i;
	int j;

	for (j = 0; j < 2; j++)
		all[i][j] = i * n + j;
	return 0;
}

static int for_the_client(int n)
{
	int all[2][2];
	int i;
	struct for_the_client_lock_cs cs = { .n = n };
	rcl_exec_anon(&lock, for_the_client_lock_cs, &cs, sizeof(cs));
	for (i = 0; i < 2; i++) {
		struct for_the_client_other_cs other_cs = { .n = n, .all = all, .i = i };
		rcl_exec_anon(&other, for_the_client_other_cs, &other_cs, sizeof(other_cs));
	}
	return all[0][1] + all[1][0] + all[1][1];
}

struct for_itself_cs {  /* lock, in.c:27-30 */
	int n;          /* in */
};

static int for_itself_cs(void *ctx)
{
	struct for_itself_cs *cs = ctx;
	int n = cs->n;
	int i;

	for (i = 0; i < n; i++)
		count += i;
	return 0;
}

static int for_itself(int n)
{
	struct for_itself_cs cs = { .n = n };
	rcl_exec_anon(&lock, for_itself_cs, &cs, sizeof(cs));
	return count;
}

int main(void)
{
	return for_the_client(2) + for_itself(3) != 11;
}
