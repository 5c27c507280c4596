#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int slots[4];

struct claim_cs {      /* lock, in.c:13-20 */
	int slot;      /* in */
	int owner;     /* in */
	int previous;  /* out */
};

static int claim_cs(void *ctx)
{
	struct claim_cs *cs = ctx;
	int slot = cs->slot;
	int owner = cs->owner;
	int previous;

	previous = slots[slot];
	if (previous != 0) {
		cs->previous = previous;
		return 1;
	}
	slots[slot] = owner;
	return 0;
}

static int claim(int slot, int owner)
{
	int previous = -1;

	if (slot < 0)
		goto fail;
	struct claim_cs cs = { .slot = slot, .owner = owner };
	if (rcl_exec_anon(&lock, claim_cs, &cs, sizeof(cs)) == 1) {
		previous = cs.previous;
		goto fail;
	}
	return 0;
fail:
	printf("(%d)", previous);
	return -1;
}

int main(void)
{
	printf("%d", claim(-1, 1));
	printf(" %d", claim(2, 7));
	printf(" %d\n", claim(2, 8));
	return 0;
}
