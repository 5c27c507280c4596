/* What follows a release may have labels of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int queue[10], filled, failures;

static int work(int n) { return n % 3 == 0; }
static int more(int n) { return n % 3 == 1; }

struct forward_cs {  /* lock, in.c:16-31 */
	int item;    /* out */
};

static int forward_cs(void *ctx)
{
	struct forward_cs *cs = ctx;
	int item;

	if (filled > 0) {
		item = queue[--filled];
		cs->item = item;
		return 1;
	} else {
		return 2;
	}
}

/* a label in a branch of it, to which it jumps forward */
static int forward(void)
{
	int ret, item;

	struct forward_cs cs;
	int way = rcl_exec_anon(&lock, forward_cs, &cs, sizeof(cs));

	if (way == 1) {
		item = cs.item;
		if (work(item))
			goto fail;
		if (more(item)) {
fail:
			failures++;
		} else {
			printf("item %d\n", item);
		}
		ret = 1;
	} else {
		ret = 0;
	}
	return ret;
}

struct back_cs {   /* lock, in.c:41-51 */
	int item;  /* out */
};

static int back_cs(void *ctx)
{
	struct back_cs *cs = ctx;
	int item;

	if (filled > 0) {
		item = queue[--filled];
		cs->item = item;
		return 1;
	}
	filled++;
	return 0;
}

/* back, and behind it the function ends */
static int back(int tries)
{
	int item;

	struct back_cs cs;
	if (rcl_exec_anon(&lock, back_cs, &cs, sizeof(cs)) == 1) {
		item = cs.item;
again:
		if (work(item + tries) && tries-- > 0)
			goto again;
		return item;
	}
	return -tries;
}

struct shared_cs {  /* lock, in.c:60-76 */
	int n;      /* in */
	int item;   /* out */
};

static int shared_cs(void *ctx)
{
	struct shared_cs *cs = ctx;
	int n = cs->n;
	int item;

	if (filled > 0) {
		item = queue[--filled];
		if (item == n)
			goto out;
		cs->item = item;
		return 1;
	}
	queue[filled++] = n;
out:
	return 0;
}

/* the label is another way's, too */
static int shared(int n)
{
	int item = 0;

	struct shared_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, shared_cs, &cs, sizeof(cs)) == 1) {
		item = cs.item;
		printf("took %d\n", item);
		if (more(item))
			goto told;
		return item;
told:
		printf("told\n");
		return 0;
	}
	return n;
}

/* one that the section jumps to has the lock there, or not: it stays */
static int jumped(int n)
{
	rcl_lock(&lock);
	if (filled == 0) {
		rcl_unlock(&lock);
		n++;
wait:
		printf("nothing\n");
		return 0;
	}
	filled--;
	if (n > 5)
		goto wait;
	rcl_unlock(&lock);
	return n;
}

struct kept_cs {  /* lock, in.c:101-113 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	filled++;
	if (n > 3) {
		if (more(n))
			goto quiet;
		printf("many\n");
quiet:
		failures++;
		return 1;
	}
	queue[filled - 1] = n;
	return 0;
}

/* with the lock kept for what the branch does */
static int kept(int n)
{
	struct kept_cs cs = { .n = n };
	if (rcl_exec(&lock, kept_cs, &cs, sizeof(cs)) == 1)
		return n;
	return 0;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		queue[i] = i * 5 % 7;
	filled = 9;
	for (int i = 0; i < 4; i++)
		printf("%d\n", forward());
	for (int i = 0; i < 4; i++)
		printf("%d %d\n", back(i), shared(i));
	printf("%d %d %d\n", kept(2), kept(4), kept(5));
	filled = 0;
	printf("%d %d %d %d\n", jumped(3), forward(), filled, failures);
	return 0;
}
