/* SPDX-License-Identifier: MIT */
/*
 * claims.c - who gets a request of the kinds that combine, when another thread has
 * moved its state since one has looked at it; and that a batch without a limit has
 * none.
 */
#include <stdio.h>

#include "combine.h"

static struct rcl_node node;

static void put(unsigned int state)
{
	atomic_store(&node.state, state);
}

static unsigned int state(void)
{
	return atomic_load(&node.state);
}

static void expect(bool right, const char *what)
{
	if (!right)
		printf("%s: state %u\n", what, state());
}

static int count_cs(void *count)
{
	++*(int *)count;
	return 0;
}

static void serve_without_limit(void)
{
	static rcl_mutex_t mutex;
	const unsigned int state = RCL_POSTED;
	struct rcl_thread *self = rcl_self();
	struct rcl_batch batch;
	int count = 0;

	rcl_batch_begin(&batch, self, &mutex);
	batch.enough = RCL_NO_LIMIT;
	batch.served = RCL_NO_LIMIT - 1;
	node.root = self;
	node.ctx.address = &count;
	for (int i = 0; i < 3; i++) {
		put(state);
		atomic_store(&node.section, count_cs);
		expect(rcl_handle(&batch, &node, state) == 0, "not served");
	}
	expect(count == 3, "not run");
	rcl_batch_end(&batch);
}

int main(void)
{
	const unsigned int posted = RCL_POSTED | RCL_REVOCABLE;

	put(posted);
	expect(rcl_claim_node(&node, posted) && state() == RCL_POSTED, "claim");
	expect(!rcl_claim_node(&node, posted), "claimed by another one since");
	expect(!rcl_withdraw(&node) && state() == RCL_POSTED, "withdrawn late");

	put(RCL_DONE);
	expect(!rcl_claim_node(&node, posted), "done since");
	put(RCL_IDLE);
	expect(!rcl_claim_node(&node, posted), "withdrawn since");

	put(posted | RCL_SLEEPING);
	expect(rcl_claim_node(&node, posted) &&
		       state() == (RCL_POSTED | RCL_SLEEPING),
	       "asleep since");

	put(posted | RCL_LEASE | RCL_INSISTS);
	expect(rcl_claim_node(&node, state()), "a lease");
	expect(!rcl_withdraw(&node), "a lease that is claimed");

	put(posted | RCL_LEASE);
	expect(rcl_withdraw(&node) && state() == RCL_IDLE, "a lease in time");

	serve_without_limit();
	return 0;
}
