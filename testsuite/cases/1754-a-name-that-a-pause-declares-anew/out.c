/* What is done while the lock is released may declare a name anew that the section has. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

static int hides(int n)
{
	int left = n, i = 0;

	rcl_lock(&lock);
	while (i++ < 3) {
		shared += left--;
		rcl_unlock(&lock);
		left += 2;
		int left = i & 1;
		printf("%d\n", left);
		rcl_lock(&lock);
	}
	shared += left;
	rcl_unlock(&lock);
	return left;
}

struct further_in_cs {  /* lock, in.c:31-42 */
	int left;       /* in-out */
	int i;          /* in-out */
	int at;         /* where it goes on */
};

static int further_in_cs(void *ctx)
{
	struct further_in_cs *cs = ctx;
	int left = cs->left;
	int i = cs->i;

	if (cs->at == 1) {
		goto at_1;
	}

	while (i++ < 3) {
		shared += left--;
		cs->left = left;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	shared += left;
	cs->left = left;
	return 0;
}

/* in a block of its own it does not matter */
static int further_in(int n)
{
	int left = n, i = 0;

	struct further_in_cs cs = { .left = left, .i = i, .at = 0 };
	while (rcl_exec_anon(&lock, further_in_cs, &cs, sizeof(cs)) == 1) {
		i = cs.i;
		if (i > 1) {
			int left = i & 1;
			printf("%d\n", left);
		}
	}
	left = cs.left;
	return left;
}

int main(void)
{
	int a = hides(20), b = further_in(9);

	printf("%d %d %d\n", a, b, shared);
	return 0;
}
