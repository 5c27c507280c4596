#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int state, uses;

/* What the branch does with the lock concerns nobody else. */
static int sum(int n, bool shared)
{
	int result = 0;
	bool locked = false;

	for (int i = 0; i < n; i++) {
		if (shared && !locked) {
			rcl_lock(&lock);
			locked = true;
		}
		result += state + i;
	}
	if (locked)
		rcl_unlock(&lock);
	return result;
}

struct count_cs {     /* lock, in.c:34-41 */
	bool locked;  /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	bool locked;

	locked = true;
	uses++;
	cs->locked = locked;
	return RCL_KEEP;
}

/* Here it does. */
static int count(int n, bool shared)
{
	int result = 0;
	bool locked = false;

	for (int i = 0; i < n; i++) {
		if (shared && !locked) {
			struct count_cs cs;
			rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
			locked = cs.locked;
		}
		result += state * i;
	}
	if (locked)
		rcl_unlock(&lock);
	return result;
}

int main(void)
{
	state = 2;
	printf("%d %d %d %d\n", sum(3, true), sum(3, false), count(3, true), count(3, false));
	printf("%d\n", uses);
	return 0;
}
