/* SPDX-License-Identifier: MIT */
/*
 * spare.c - whether a processor is spare for a server that nobody has asked for.
 *
 * The kernel says how much processor time the process has used, and how often one
 * of its threads was taken off a processor that it could have used: because
 * somebody else wanted that, of this process or another.  Both are looked at once
 * a period, by any thread that comes by, and speak of the one before.
 */
#include <sys/resource.h>

#include "arch.h"
#include "crowd.h"

enum {
	PERIOD_NS = 50000000,
	STALE = 4,			/* periods without a look: they say nothing */
	LEAST_BUSY = 50,		/* hundredths of processors: where less is
					   busy, no server gains what it costs */
	MARGIN = 12,			/* the same: what the kernel's account lags
					   behind */
	/* What preemptions the kernel's own business causes at most, a period: one,
	 * and one for so many hundredths of processors that are busy, while
	 * these are few; or so many, and one a busy processor.  On a processor
	 * that is shared there is one in 3 ms or so of its time. */
	FEW_BUSY = 20,
	USUAL = 6,
};

static _Atomic bool looking;		/* guards the three below */
static uint64_t looked, used;		/* when; the processor time until then */
static long preempted;			/* how often, until then */

static _Atomic unsigned int busy;	/* hundredths of processors; 0: unknown */
static _Atomic bool crowded;

static uint64_t ns_of(struct timeval time)
{
	return (uint64_t)time.tv_sec * 1000000000 +
	       (uint64_t)time.tv_usec * 1000;
}

/* Whether so many preemptions a period are more than usual. */
static bool are_many(uint64_t preemptions, unsigned int share)
{
	unsigned int few = share / FEW_BUSY + 1, usual = USUAL + share / 100;

	return preemptions > (few < usual ? few : usual);
}

/* What the last period was like, at its end. */
static void account(uint64_t time)
{
	uint64_t took = time - looked, before = used;
	uint64_t preemptions;
	unsigned int share;
	struct rusage usage;

	if (rcl_syscall(SYS_getrusage, RUSAGE_SELF, (long)&usage, 0, 0, 0, 0))
		return;
	preemptions = (uint64_t)(usage.ru_nivcsw - preempted) * PERIOD_NS / took;
	preempted = usage.ru_nivcsw;
	used = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
	looked = time;
	share = (unsigned int)((used - before) * 100 / took);
	if (took > STALE * (uint64_t)PERIOD_NS)
		share = 0;
	/* relaxed, here and below: figures. */
	atomic_store_explicit(&busy, share < UINT16_MAX ? share : UINT16_MAX,
			      memory_order_relaxed);
	atomic_store_explicit(&crowded, are_many(preemptions, share),
			      memory_order_relaxed);
}

/* To be called now and then, with rcl_now(). */
void rcl_look_for_spare(uint64_t time)
{
	/* acquire: the last one's notes. */
	if (atomic_exchange_explicit(&looking, true, memory_order_acquire))
		return;
	if (time > looked + PERIOD_NS)
		account(time);
	/* release: as above. */
	atomic_store_explicit(&looking, false, memory_order_release);
}

/* How many processors the process has kept busy, in hundredths; 0 if unknown. */
unsigned int rcl_busy(void)
{
	return atomic_load_explicit(&busy, memory_order_relaxed);
}

/* Whether threads of the process had to do without the processors they had. */
bool rcl_is_crowded(void)
{
	return atomic_load_explicit(&crowded, memory_order_relaxed);
}

/* Whether the process leaves a processor idle, but has something to do. */
bool rcl_is_spare(void)
{
	unsigned int share = rcl_busy();

	return share >= LEAST_BUSY && !rcl_is_crowded() &&
	       share + 100 <= 100 * rcl_cpu_count() + MARGIN;
}

/* In the child, which has other figures. */
void rcl_spare_after_fork(void)
{
	looked = 0;
	/* relaxed, both: there is one thread. */
	atomic_store_explicit(&looking, false, memory_order_relaxed);
	atomic_store_explicit(&busy, 0, memory_order_relaxed);
}
