/* SPDX-License-Identifier: MIT */
/* What threads wait for by intent: conditions, which interrupt a section, and barriers. */
#include "section.h"

/* A wait: its row, and the row of the section that a condition interrupts. */
struct wait {
	struct rcl_client *client;
	struct rcl_row *row;	/* null: not recorded */
	struct rcl_row *section;	/* null: this thread is not known to hold the mutex */
	uint64_t called;
};

static struct wait begin(uintptr_t waited_for, uintptr_t site, enum rcl_type type)
{
	struct wait wait = { .client = rcl_client() };

	if (wait.client)
		wait.row = rcl_place_of(wait.client, waited_for, site, type, RCL_BY_WAITING).row;
	wait.called = rcl_ticks();
	return wait;
}

static void end(const struct wait *wait, uint64_t done)
{
	uint64_t ticks = rcl_elapsed(wait->called, done);

	if (!wait->row)
		return;
	wait->row->acquisitions++;
	wait->row->wait += ticks;
	if (ticks > wait->row->longest_wait)
		wait->row->longest_wait = ticks;
	rcl_bucket_count(wait->row->waits_for, ticks, 1);
}

static struct wait begin_condition(uintptr_t condition, uintptr_t mutex, uintptr_t site)
{
	struct wait wait = begin(condition, site, RCL_CONDITION);
	struct rcl_held *held = wait.client ? rcl_held_find(wait.client, mutex) : NULL;

	if (!held)
		return wait;
	wait.section = held->row;
	if (held->sampled)
		rcl_sample_end(wait.client, held, wait.called);
	rcl_section_end(wait.client, held, wait.called, wait.called);
	return wait;
}

static int end_condition(const struct wait *wait, uintptr_t mutex, int result)
{
	uint64_t done = rcl_ticks();

	end(wait, done);
	if (wait->section) {
		wait->section->waits++;
		wait->section->idle += rcl_elapsed(wait->called, done);
		rcl_section_begin(wait->client, (struct rcl_held){ mutex, wait->section, done, 1, 0, false }, done);
	}
	return result;
}

/* The body of a waiting function. */
#define WAIT(condition, mutex, site, wait_real)                                                                        \
	do {                                                                                                           \
		struct wait wait = begin_condition((uintptr_t)(condition), (uintptr_t)(mutex), (site));                \
                                                                                                                       \
		return end_condition(&wait, (uintptr_t)(mutex), (wait_real));                                          \
	} while (0)

RCL_EXPORTED int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
	WAIT(condition, mutex, RCL_SITE, rcl_real.pthread_cond_wait(condition, mutex));
}

RCL_EXPORTED int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
					const struct timespec *restrict deadline)
{
	WAIT(condition, mutex, RCL_SITE, rcl_real.pthread_cond_timedwait(condition, mutex, deadline));
}

RCL_EXPORTED int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
					clockid_t clock, const struct timespec *restrict deadline)
{
	WAIT(condition, mutex, RCL_SITE, rcl_real.pthread_cond_clockwait(condition, mutex, clock, deadline));
}

RCL_EXPORTED int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes)
{
	rcl_client();
	rcl_lock_made(condition, RCL_SITE, RCL_CONDITION);
	return rcl_real.pthread_cond_init(condition, attributes);
}

RCL_EXPORTED int pthread_cond_destroy(pthread_cond_t *condition)
{
	rcl_client();
	rcl_lock_gone(condition);
	return rcl_real.pthread_cond_destroy(condition);
}

/* --- C11 ------------------------------------------------------------------------------------------------------- */

RCL_EXPORTED int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
	WAIT(condition, mutex, RCL_SITE, rcl_real.cnd_wait(condition, mutex));
}

RCL_EXPORTED int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
			       const struct timespec *restrict deadline)
{
	WAIT(condition, mutex, RCL_SITE, rcl_real.cnd_timedwait(condition, mutex, deadline));
}

RCL_EXPORTED int cnd_init(cnd_t *condition)
{
	rcl_client();
	rcl_lock_made(condition, RCL_SITE, RCL_CONDITION);
	return rcl_real.cnd_init(condition);
}

RCL_EXPORTED void cnd_destroy(cnd_t *condition)
{
	rcl_client();
	rcl_lock_gone(condition);
	rcl_real.cnd_destroy(condition);
}

/* --- GLib ------------------------------------------------------------------------------------------------------- */

static inline int g_wait(void *condition, void *mutex)
{
	rcl_glib()->g_cond_wait(condition, mutex);
	return 0;
}

static int g_wait_at(void *condition, void *mutex, uintptr_t site)
{
	WAIT(condition, mutex, site, g_wait(condition, mutex));
}

RCL_EXPORTED void g_cond_wait(void *condition, void *mutex)
{
	g_wait_at(condition, mutex, RCL_SITE);
}

RCL_EXPORTED int g_cond_wait_until(void *condition, void *mutex, int64_t end_time)
{
	WAIT(condition, mutex, RCL_SITE, rcl_glib()->g_cond_wait_until(condition, mutex, end_time));
}

RCL_EXPORTED void g_cond_init(void *condition)
{
	rcl_client();
	rcl_lock_made(condition, RCL_SITE, RCL_CONDITION);
	rcl_glib()->g_cond_init(condition);
}

RCL_EXPORTED void g_cond_clear(void *condition)
{
	rcl_client();
	rcl_lock_gone(condition);
	rcl_glib()->g_cond_clear(condition);
}

/* --- barriers --------------------------------------------------------------------------------------------------- */

RCL_EXPORTED int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	struct wait wait = begin((uintptr_t)barrier, RCL_SITE, RCL_BARRIER);
	int result = rcl_real.pthread_barrier_wait(barrier);

	end(&wait, rcl_ticks());
	return result;
}

RCL_EXPORTED int pthread_barrier_init(pthread_barrier_t *restrict barrier,
				      const pthread_barrierattr_t *restrict attributes, unsigned count)
{
	rcl_client();
	rcl_lock_made(barrier, RCL_SITE, RCL_BARRIER);
	return rcl_real.pthread_barrier_init(barrier, attributes, count);
}

RCL_EXPORTED int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
	rcl_client();
	rcl_lock_gone(barrier);
	return rcl_real.pthread_barrier_destroy(barrier);
}
