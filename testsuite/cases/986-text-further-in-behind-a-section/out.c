/* What stands further in than a section's call behind it is not under a condition of the call's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum, seen, rounds;

struct add_cs {    /* lock, in.c:11-17 */
	int n;     /* in */
	int most;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int most = cs->most;

	if (sum > most) {
		return 1;
	}
	sum += n;
	return 0;
}

static int add(int n, int most)
{
	rounds++;
	struct add_cs cs = { .n = n, .most = most };
	if (rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs)) == 1)
		return -1;

	/* more of it */
	seen++;
	return sum;
}

struct followed_cs {  /* lock, in.c:27-33 */
	int n;        /* in */
	int most;     /* in */
};

static int followed_cs(void *ctx)
{
	struct followed_cs *cs = ctx;
	int n = cs->n;
	int most = cs->most;

	if (sum > most) {
		return 1;
	}
	sum += n;
	return 0;
}

static int followed(int n, int most)
{
	rounds++;
	struct followed_cs cs = { .n = n, .most = most };
	if (rcl_exec_anon(&lock, followed_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
		seen++;
	return sum;
}

struct plain_cs {  /* lock, in.c:40-46 */
	int n;     /* in */
	int most;  /* in */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int n = cs->n;
	int most = cs->most;

	if (sum > most) {
		return 1;
	}
	sum += n;
	return 0;
}

static int plain(int n, int most)
{
	struct plain_cs cs = { .n = n, .most = most };
	if (rcl_exec_anon(&lock, plain_cs, &cs, sizeof(cs)) == 1)
		return -1;
	if (n > 1)
		return n;
	if (n > 2)
		return n;
	return 0;
}

int main(void)
{
	printf("%d %d %d\n", add(1, 3), followed(2, 8), plain(4, 3));
	printf("%d %d %d\n", add(1, 3), followed(2, 8), plain(4, 3));
	printf("%d %d %d\n", sum, seen, rounds);
	return 0;
}
