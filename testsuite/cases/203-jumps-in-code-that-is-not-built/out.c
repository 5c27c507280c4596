#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int tree[4];

static int look_up(int n)
{
	return n < 4 ? tree[n] : -1;
}

struct find_cs {  /* lock, in.c:17-29 */
	int n;    /* in */
	int err;  /* out */
};

static int find_cs(void *ctx)
{
	struct find_cs *cs = ctx;
	int n = cs->n;
	int err;

#if defined(CHECK)
	err = n < 0;
	if (err)
		goto out_unlock;
#endif
	err = look_up(n);
	if (err == -1)
		tree[0]++;
#if defined(CHECK)
out_unlock:
#endif
	cs->err = err;
	return 0;
}

/* A jump of a branch that is not built leads to a label of the section. */
static int find(int n)
{
	int err;

	struct find_cs cs = { .n = n };
	rcl_exec_anon(&lock, find_cs, &cs, sizeof(cs));
	err = cs.err;
	return err;
}

/* And here to one behind it. */
static int find_or_give_up(int n)
{
	int err;

	rcl_lock(&lock);
#if defined(CHECK)
	err = n < 0;
	if (err) {
		pthread_mutex_unlock(&lock);
		goto out;
	}
#endif
	err = look_up(n);
	rcl_unlock(&lock);
#if defined(CHECK)
out:
#endif
	return err;
}

int main(void)
{
	printf("%d %d %d\n", find(1), find(7), find_or_give_up(0));
	return 0;
}
