/* SPDX-License-Identifier: MIT */
/*
 * The path of every acquisition and release.
 *
 * A pair costs two readings of the clock: after the acquisition and before the release. Acquisitions try first, to learn
 * whether the lock was taken; if so, the wait is timed from there. How long it takes to get a free lock is timed now and
 * then (rcl_look). The release is timed only where a waiter has to be woken, which is where it takes time. Nothing on
 * the path allocates or takes a lock; what other threads read of it are two words: the slot's holder, which is written
 * when the lock changes hands or is taken elsewhere, and `now` of the client.
 */
#ifndef RCL_SECTION_H
#define RCL_SECTION_H

#include <errno.h>

#include "recorder.h"

/* Ticks beside which it costs little to read the clock twice. */
enum { RCL_SHORT = 4096 };

/* Inlined whatever the compiler thinks of the size: a call on the path would cost more than the instructions. */
#define RCL_PATH __attribute__((always_inline)) static inline

/* An attempt to acquire. */
struct rcl_attempt {
	struct rcl_client *client;
	struct rcl_row *row;	/* null: not recorded */
	struct rcl_slot *slot;
	uint64_t called;	/* ticks; 0: not timed */
	bool waited;
};

/* section.c: what an attempt rarely comes to. By value, so that the path can keep it in registers. */

/* The lock was taken: the thread is going to wait. Returns the ticks from which on it does. */
uint64_t rcl_attempt_wait(struct rcl_attempt attempt);
/* It was timed and has succeeded, but is not noted yet: returns whether the section is sampled. */
bool rcl_attempt_timed(struct rcl_attempt attempt, uint64_t done);
int rcl_attempt_fail(struct rcl_attempt attempt, int result);
/* How many sections the one that such an attempt begins stands for, those before it that were not timed included. */
uint32_t rcl_hold_weight(struct rcl_attempt attempt);
/* A timed section has ended. */
void rcl_hold_add(const struct rcl_held *held, uint64_t releasing);
/* Another lock was acquired inside of held ones; the held one is released before others that were acquired later. */
void rcl_section_nest(struct rcl_client *client, const struct rcl_row *row);
void rcl_section_cross(struct rcl_client *client, struct rcl_held *held);
/* The lock is held already. Returns true if the section goes on. */
bool rcl_section_again(struct rcl_client *client, struct rcl_held *held);
/* The section is not followed any more. */
void rcl_section_forget(struct rcl_client *client, struct rcl_held *held);

static inline struct rcl_client *rcl_client(void)
{
	struct rcl_client *client = rcl_self;

	return RCL_LIKELY(client) ? client : rcl_enter();
}

/*
 * The cached place is judged by what it points to, so that an entry which a signal handler has half replaced does no
 * harm, and one of a destroyed lock is not used.
 */
static inline struct rcl_place rcl_place_of(struct rcl_client *client, uintptr_t lock, uintptr_t site,
					    enum rcl_type type, enum rcl_operation operation)
{
	struct rcl_place place = client->cache[(lock >> 4 ^ site) & (RCL_CACHE - 1)];

	/* relaxed: the place was found by an acquire before, and is only compared */
	if (RCL_LIKELY(place.row && place.row->site == site &&
		       atomic_load_explicit(&place.slot->key, memory_order_relaxed) == lock &&
		       (uintptr_t)atomic_load_explicit(&place.slot->class, memory_order_relaxed) == place.row->owner))
		return place;
	return rcl_place_find(client, lock, site, type, operation);
}

static inline struct rcl_held *rcl_held_find(struct rcl_client *client, uintptr_t lock)
{
	for (struct rcl_held *held = client->held + client->depth; held-- > client->held;)
		if (held->lock == lock)
			return held;
	return NULL;
}

/* Says what the thread does now: nothing depends on when others see it. */
static inline void rcl_say(struct rcl_client *client, uintptr_t now)
{
	atomic_store_explicit(&client->now, now, memory_order_relaxed);
}

static inline uintptr_t rcl_innermost(const struct rcl_client *client)
{
	return client->depth ? client->held[client->depth - 1].row->owner : 0;
}

RCL_PATH struct rcl_attempt rcl_attempt(uintptr_t lock, uintptr_t site, enum rcl_type type,
					     enum rcl_operation operation)
{
	struct rcl_client *client = rcl_client();
	struct rcl_place place = { NULL, NULL };
	uint64_t called = 0;

	if (RCL_LIKELY(client))
		place = rcl_place_of(client, lock, site, type, operation);
	if (RCL_LIKELY(place.row) && RCL_UNLIKELY(place.row->acquisitions >= place.row->next_look))
		called = rcl_look(client, place.row);
	return (struct rcl_attempt){ client, place.row, place.slot, called, false };
}

/* Notes that the lock is held. `called`: when it was asked for; 0: not timed. */
RCL_PATH void rcl_section_begin(struct rcl_client *client, struct rcl_held section, uint64_t called)
{
	struct rcl_held *held;

	if (!client->depth) {
		client->outermost = called;
		client->outermost_weight = section.weight;
	} else {
		rcl_section_nest(client, section.row);
	}
	held = &client->held[client->depth];
	*held = section;
	atomic_signal_fence(memory_order_seq_cst);
	client->depth++;
	atomic_signal_fence(memory_order_seq_cst);
	/* a signal handler came in between, and used the entry for a lock of its own */
	if (RCL_UNLIKELY(held->lock != section.lock))
		*held = section;
	rcl_say(client, section.row->owner);
}

/* relaxed: the lock orders its holders, and others read `holder` as a hint */
static inline void rcl_slot_take(struct rcl_slot *slot, struct rcl_row *row)
{
	uint64_t before = atomic_load_explicit(&slot->holder, memory_order_relaxed);

	if (before == row->mark)
		return;
	atomic_store_explicit(&slot->holder, row->mark, memory_order_relaxed);
	if (before && (before ^ row->mark) >> 32)
		row->changes++;
}

RCL_PATH int rcl_attempt_end(struct rcl_attempt attempt, uintptr_t lock, int result)
{
	struct rcl_client *client = attempt.client;
	struct rcl_held *held;
	bool sampled = false;
	uint64_t done = 0;
	uint32_t weight = 0;

	if (RCL_UNLIKELY(result && result != EOWNERDEAD))
		return rcl_attempt_fail(attempt, result);
	if (RCL_UNLIKELY(attempt.called)) {
		done = rcl_ticks();
		weight = rcl_hold_weight(attempt);
		sampled = rcl_attempt_timed(attempt, done);
		if (sampled) {
			/* beginning a sample takes its time, which is nobody's */
			uint64_t began = rcl_ticks();

			attempt.called += rcl_elapsed(done, began);
			done = began;
		}
	}
	rcl_slot_take(attempt.slot, attempt.row);
	attempt.row->acquisitions++;
	held = rcl_held_find(client, lock);
	if (RCL_UNLIKELY(held) && rcl_section_again(client, held)) {
		if (sampled)
			rcl_sample_forget(client);
		return result;
	}
	if (RCL_UNLIKELY(client->depth == RCL_HELD))
		rcl_section_forget(client, client->held);
	rcl_section_begin(client, (struct rcl_held){ lock, attempt.row, done, weight, 0, sampled }, attempt.called);
	return result;
}

/*
 * The body of an acquiring function: tries, and if the lock is taken, waits. Where nothing is recorded, just waits.
 */
#define RCL_ACQUIRE(lock, site, type, operation, try, wait)                                                            \
	do {                                                                                                           \
		struct rcl_attempt attempt = rcl_attempt((uintptr_t)(lock), (site), (type), (operation));              \
		int result;                                                                                            \
                                                                                                                       \
		if (RCL_UNLIKELY(!attempt.row))                                                                        \
			return (wait);                                                                                 \
		result = (try);                                                                                        \
		if (RCL_UNLIKELY(result == EBUSY)) {                                                                   \
			attempt.called = rcl_attempt_wait(attempt);                                                    \
			attempt.waited = true;                                                                         \
			result = (wait);                                                                               \
		}                                                                                                      \
		return rcl_attempt_end(attempt, (uintptr_t)(lock), result);                                            \
	} while (0)

/* The same for one that only tries. */
#define RCL_TRY(lock, site, type, operation, try)                                                                      \
	do {                                                                                                           \
		struct rcl_attempt attempt = rcl_attempt((uintptr_t)(lock), (site), (type), (operation));              \
                                                                                                                       \
		if (RCL_UNLIKELY(!attempt.row))                                                                        \
			return (try);                                                                                  \
		return rcl_attempt_end(attempt, (uintptr_t)(lock), (try));                                            \
	} while (0)

/* The thread's section of a lock that it is about to release; null if it is none, or goes on after this release. */
static inline struct rcl_held *rcl_section_leave(struct rcl_client *client, uintptr_t lock)
{
	struct rcl_held *held = client ? rcl_held_find(client, lock) : NULL;

	if (RCL_UNLIKELY(!held))
		return NULL;
	if (RCL_UNLIKELY(held->nested)) {
		held->nested--;
		return NULL;
	}
	return held;
}

/* The section ended when the releasing call began. Both are 0 if it is not timed. */
RCL_PATH void rcl_section_end(struct rcl_client *client, struct rcl_held *held, uint64_t releasing,
				   uint64_t released)
{
	if (RCL_UNLIKELY(held->acquired))
		rcl_hold_add(held, releasing);
	if (RCL_UNLIKELY(held != &client->held[client->depth - 1]))
		rcl_section_cross(client, held);
	client->depth--;
	if (!client->depth && RCL_UNLIKELY(client->outermost))
		client->thread->in_sections += client->outermost_weight *
			rcl_elapsed(client->outermost, released ? released : rcl_ticks());
	rcl_say(client, rcl_innermost(client));
}

/* The body of a releasing function. `timed`: the release may have to wake somebody. */
#define RCL_RELEASE(address, timed, call)                                                                              \
	do {                                                                                                           \
		struct rcl_client *client = rcl_client();                                                              \
		struct rcl_held *held = rcl_section_leave(client, (uintptr_t)(address));                               \
		uint64_t releasing, released;                                                                          \
		bool wakes;                                                                                            \
		int result;                                                                                            \
                                                                                                                       \
		if (RCL_UNLIKELY(!held))                                                                               \
			return (call);                                                                                 \
		wakes = (timed);                                                                                       \
		releasing = released = RCL_UNLIKELY(wakes || held->acquired) ? rcl_ticks() : 0;                        \
		if (RCL_UNLIKELY(held->sampled))                                                                       \
			rcl_sample_end(client, held, releasing);                                                       \
		result = (call);                                                                                       \
		if (RCL_UNLIKELY(wakes)) {                                                                             \
			released = rcl_ticks();                                                                        \
			held->row->release += rcl_elapsed(releasing, released);                                        \
		}                                                                                                      \
		rcl_section_end(client, held, releasing, released);                                                    \
		return result;                                                                                         \
	} while (0)

#endif
