/* SPDX-License-Identifier: MIT */
/*
 * vote.c - how contended kind sanl's mutexes are, which decides on their modes;
 * its settings; see sanl.c.
 */
#include <stdlib.h>
#include <string.h>

#include "board.h"

enum {
	SAMPLE = 8,			/* one wait in so many is measured */
	PERIOD_NS = 50000,		/* from a thread's vote to the next */
	WEIGHT = 8,			/* one vote in so many is the level */
	NODE_ASKS = 64,			/* from one look at the own node to the
					   next */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
struct rcl_sanl_settings rcl_sanl_settings = { 50, 80, 16, 20 };
const struct rcl_machine *rcl_nodes;

/* "local=50,term=16": any of the settings. */
static bool parse(const char *text)
{
	const struct {
		const char *name;
		unsigned int *value, least, most;
	} known[] = {
		{ "local=", &rcl_sanl_settings.local, 0, 101 },
		{ "free=", &rcl_sanl_settings.free, 0, 101 },
		{ "term=", &rcl_sanl_settings.term, 1, 1000000 },
		{ "wait=", &rcl_sanl_settings.wait, 0, 1000000 },
	};
	char *end;

	for (; *text; text = *end ? end + 1 : end) {
		size_t i = 0, length = 0;
		unsigned long value;

		while (i < 4 && (length = strlen(known[i].name),
				 strncmp(text, known[i].name, length)))
			i++;
		if (i == 4)
			return false;
		value = strtoul(text + length, &end, 10);
		if (end == text + length || value < known[i].least ||
		    value > known[i].most || (*end && *end != ','))
			return false;
		*known[i].value = (unsigned int)value;
	}
	return true;
}

static void start_once(void)
{
	const char *text = getenv("RCL_SANL");
	int error = errno;

	if (text && !parse(text))
		rcl_complain("RCL_SANL is ignored from some place on: \"%s\" is "
			     "not like \"local=50,free=80,term=16,wait=20\"",
			     text);
	if (rcl_has_nodes())
		rcl_nodes = rcl_machine();
	errno = error;
}

bool rcl_sanl_start(unsigned int unused)
{
	(void)unused;
	pthread_once(&once, start_once);
	return true;
}

/* For the statistics.  The mutex may have come to its end. */
static void note_mode(const struct rcl_board *board, unsigned int mode,
		      unsigned int level)
{
	const struct rcl_turn turn = {
		.mutex = board->mutex,
		.class = board->class,
		.way = mode & RCL_RESTRICTED_MODE ? "restricted" :
		       mode			  ? "remote" :
						    "local",
		.why = "contention",
		.contention = (level * 100 + RCL_ALWAYS / 2) / RCL_ALWAYS,
	};

	rcl_note_turn(&turn);
}

/* A thread's vote: a level.  C_g is the mean of the last ones. */
void rcl_vote(struct rcl_board *board, unsigned int contention)
{
	/* relaxed, here and below: a lost vote does no harm. */
	unsigned int level = atomic_load_explicit(&board->level,
						  memory_order_relaxed);
	unsigned int old = rcl_mode_of(board), mode;
	unsigned int remote = rcl_sanl_settings.local * (RCL_ALWAYS / 100);

	level = level - level / WEIGHT + contention / WEIGHT;
	atomic_store_explicit(&board->level, level, memory_order_relaxed);
	/* What is remote stays so until the level is half the threshold. */
	if (old & RCL_REMOTE_MODE)
		remote /= 2;
	mode = level >= remote ? RCL_REMOTE_MODE : 0;
	if (mode && rcl_nodes &&
	    level >= rcl_sanl_settings.free * (RCL_ALWAYS / 100))
		mode |= RCL_RESTRICTED_MODE;
	if (mode != old &&
	    atomic_compare_exchange_strong_explicit(
		    &board->mode, &old, mode, memory_order_relaxed,
		    memory_order_relaxed))
		note_mode(board, mode, level);
}

/* A wait for m begins: one in SAMPLE is measured. */
void rcl_wait_begins(struct rcl_thread *self)
{
	self->asked = ++self->asks % SAMPLE ? 0 : rcl_now();
}

/* It is over.  Returns the share of the thread's time that it has waited for m
 * lately, C_l, if it is to vote with that now; otherwise RCL_ALWAYS + 1. */
unsigned int rcl_wait_ends(struct rcl_thread *self, rcl_mutex_t *m)
{
	struct rcl_waits *waits = &self->waits;
	uint64_t time, share;

	if (!self->asked)
		return RCL_ALWAYS + 1;
	time = rcl_now();
	if (waits->mutex != m)
		*waits = (struct rcl_waits){ m, self->asked, 0 };
	waits->waited += (time - self->asked) * SAMPLE;
	if (time - waits->since < PERIOD_NS)
		return RCL_ALWAYS + 1;
	share = waits->waited * RCL_ALWAYS / (time - waits->since);
	*waits = (struct rcl_waits){ m, time, 0 };
	return share < RCL_ALWAYS ? (unsigned int)share : RCL_ALWAYS;
}

/* The NUMA node on which the thread runs, or ran a while ago. */
unsigned int rcl_node_here(struct rcl_thread *self)
{
	unsigned int cpu, node;

	if (__builtin_expect(!rcl_nodes, 1))
		return 0;
	if (self->asks - self->node_asked >= NODE_ASKS || !self->node_asked) {
		self->node_asked = self->asks ? self->asks : 1;
		if (!rcl_syscall(SYS_getcpu, (long)&cpu, (long)&node, 0, 0, 0,
				 0) && node < rcl_nodes->node_count)
			self->node = node;
	}
	return self->node;
}

/* How long a client waits before it tries to become the server after the one of
 * that node, in nanoseconds. */
uint64_t rcl_wait_ns(struct rcl_thread *self, struct rcl_board *board,
		     unsigned int server)
{
	uint64_t wait = rcl_sanl_settings.wait * 1000ull;
	unsigned int use;

	if (!rcl_nodes)
		return wait;
	/* relaxed: a hint. */
	use = atomic_load_explicit(&board->use, memory_order_relaxed);
	return wait + wait * rcl_handicap(rcl_nodes, rcl_node_here(self),
					  server >> RCL_NODE_SHIFT,
					  use >= rcl_sanl_settings.free) / 100;
}
