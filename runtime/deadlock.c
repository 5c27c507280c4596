/* SPDX-License-Identifier: MIT */
/*
 * deadlock.c - tells of threads that wait for one another for ever.
 *
 * A thread whose wait for a mutex has lasted says so in its record, and then
 * looks: who holds that mutex, and does every thread that acts for the holder
 * wait as well?  If that leads back to itself, and does so again a while
 * later, with nobody having gone on meanwhile, then it is a deadlock: whoever
 * waits neither takes nor gives back a mutex.  Two looks are enough for a thread
 * that has seen nothing, because the thread whose wait closes a cycle looks
 * later than all others.
 *
 * A client that a servicing thread or a combiner acts for waits, too, but for
 * that thread: what counts is the one wait of all who act for it that is for a
 * mutex of somebody else.
 *
 * Waits with a time limit end by themselves, and are left out.
 */
#include <string.h>
#include <sys/uio.h>

#include "arch.h"
#include "remote.h"

enum {
	LOOK_NS = 500000000,	/* from one look to the next */
	LOOKS = 3,		/* the first only says that it waits */
	LONGEST = 32,		/* cycle, in threads */
};

/* A copy of the mutex that somebody waits for; it may be unmapped just now,
 * when the wait is over. */
static bool peek(const rcl_mutex_t *m, rcl_mutex_t *copy)
{
	struct iovec to = { copy, sizeof(*copy) };
	struct iovec from = { (void *)(uintptr_t)m, sizeof(*m) };
	long self = rcl_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);

	return rcl_syscall(SYS_process_vm_readv, self, (long)&to, 1,
			   (long)&from, 1, 0) == sizeof(*m);
}

static struct rcl_thread *owner_of(const rcl_mutex_t *m)
{
	rcl_mutex_t copy;

	return peek(m, &copy) ? copy.rcl_owner : NULL;
}

/* Requires the registry. */
static bool is_stuck(const struct rcl_thread *thread)
{
	const struct rcl_stuck *stuck = &thread->stuck;

	/* relaxed: it says itself when its wait is over. */
	return stuck->mutex &&
	       (!stuck->state ||
		(atomic_load_explicit(stuck->state, memory_order_relaxed) &
		 RCL_PHASE) != RCL_DONE);
}

static bool acts_for(struct rcl_thread *t, struct rcl_thread *root)
{
	/* relaxed: what depends on it is looked at twice. */
	unsigned int depth = atomic_load_explicit(&t->depth,
						  memory_order_relaxed);

	if (t == root || rcl_root_of(t) == root || depth > RCL_OUTER)
		return true;
	for (unsigned int i = 0; i < depth; i++)
		if (atomic_load_explicit(&t->outer[i], memory_order_relaxed) ==
		    root)
			return true;
	return false;
}

/*
 * Of the threads that act for the given one, which may be one of them, the
 * one that waits for somebody else's mutex, or any if none does; NULL if one of
 * them goes on.  Requires the registry.
 */
static struct rcl_thread *stuck_for(struct rcl_thread *root)
{
	struct rcl_thread *found = NULL;

	for (struct rcl_thread *t = rcl_threads(); t; t = t->next) {
		if (!acts_for(t, root))
			continue;
		/* relaxed: as above. */
		if (!is_stuck(t) || atomic_load_explicit(&t->depth,
				memory_order_relaxed) > RCL_OUTER)
			return NULL;
		if (!found || owner_of(t->stuck.mutex) != root)
			found = t;
	}
	return found;
}

/* The cycle of waits that begins with the thread; returns its length, or 0.
 * Requires the registry. */
static unsigned int follow(struct rcl_thread *self,
			   struct rcl_thread *cycle[LONGEST])
{
	struct rcl_thread *owner, *waiter = self;
	unsigned int length = 0;

	do {
		cycle[length++] = waiter;
		owner = owner_of(waiter->stuck.mutex);
		waiter = owner ? stuck_for(owner) : NULL;
	} while (waiter && waiter != self && length < LONGEST);
	return waiter == self ? length : 0;
}

/* Whether the whole cycle was seen before, and is not reported yet. */
static bool is_news(struct rcl_thread *const cycle[], unsigned int length)
{
	uint64_t time = rcl_now();
	bool news = true;

	for (unsigned int i = 0; i < length; i++) {
		struct rcl_stuck *stuck = &cycle[i]->stuck;

		if (!stuck->since)
			stuck->since = time;
		if (stuck->reported || time - stuck->since < LOOK_NS / 2)
			news = false;
	}
	return news;
}

static void append(char line[512], size_t *length, const char *text)
{
	size_t size = strlen(text), room = 511 - *length;

	memcpy(line + *length, text, size < room ? size : room);
	*length += size < room ? size : room;
}

static const char *class_of(const struct rcl_thread *waiter)
{
	const char *name = waiter->stuck.mutex->rcl_class;

	return name ? name : "a mutex of no class";
}

/* One line.  By system call: the section of a thread that waits may hold the
 * stream, and run as that thread. */
static void report(struct rcl_thread *const cycle[], unsigned int length)
{
	char line[512];
	size_t size = 0;

	append(line, &size, "rcl: deadlock: ");
	for (unsigned int i = 0; i < length; i++) {
		append(line, &size, i == 0 ? "a thread that holds " :
					     ", one that holds ");
		append(line, &size, class_of(cycle[(i + length - 1) % length]));
		append(line, &size, " waits for ");
		append(line, &size, class_of(cycle[i]));
		cycle[i]->stuck.reported = true;
	}
	line[size++] = '\n';
	rcl_syscall(SYS_write, STDERR_FILENO, (long)line, (long)size, 0, 0, 0);
}

/* The mutex for which the thread waits by waiting for that state. */
static rcl_mutex_t *mutex_of(struct rcl_thread *self,
			     _Atomic unsigned int *state)
{
	struct rcl_request *request = (struct rcl_request *)state;

	for (unsigned int i = 0; i < RCL_SERVERS; i++) {
		struct rcl_slots *slots = rcl_servers[i].slots;

		if (slots && request >= slots->requests &&
		    request < slots->requests + RCL_SLOTS)
			return request->mutex;
	}
	/* relaxed: its own. */
	return atomic_load_explicit(&self->waits_for, memory_order_relaxed);
}

/* To be called every LOOK_NS by a thread that waits for m: with the state for
 * which it waits, or NULL if it becomes the owner only after rcl_wait_over(). */
static void look(struct rcl_thread *self, rcl_mutex_t *m,
		 _Atomic unsigned int *state)
{
	struct rcl_thread *cycle[LONGEST];
	unsigned int length;

	rcl_registry_lock();
	if (self->stuck.looks++ == 0) {
		self->stuck.mutex = m;
		self->stuck.state = state;
	} else {
		length = follow(self, cycle);
		if (length && is_news(cycle, length))
			report(cycle, length);
	}
	rcl_registry_unlock();
}

void rcl_not_stuck(struct rcl_thread *self)
{
	static const struct rcl_stuck none;

	rcl_registry_lock();
	self->stuck = none;
	rcl_registry_unlock();
}

/* To be called now and then by a thread that spins.  Uses no thread-local
 * variable. */
void rcl_long_spin(struct rcl_thread *self)
{
	uint64_t time = rcl_now();

	if (self->stuck.last == 0)
		self->stuck.last = time;
	if (time - self->stuck.last < LOOK_NS || self->stuck.looks == LOOKS)
		return;
	self->stuck.last = time;
	/* relaxed: its own. */
	look(self, atomic_load_explicit(&self->waits_for, memory_order_relaxed),
	     NULL);
}

/* Sleeps while the state is value.  Uses no thread-local variable. */
void rcl_long_wait(struct rcl_thread *self, _Atomic unsigned int *state,
		   unsigned int value)
{
	struct timespec time;
	uint64_t end;

	if (self->stuck.looks == LOOKS) {
		rcl_futex_wait(state, value, NULL, CLOCK_MONOTONIC);
		return;
	}
	end = rcl_now() + LOOK_NS;
	time.tv_sec = (time_t)(end / 1000000000);
	time.tv_nsec = (long)(end % 1000000000);
	if (rcl_futex_wait(state, value, &time, CLOCK_MONOTONIC) == -ETIMEDOUT)
		look(self, mutex_of(self, state), state);
}
