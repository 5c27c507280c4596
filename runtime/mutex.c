/* SPDX-License-Identifier: MIT */
/*
 * mutex.c - the public calls on mutexes.
 *
 * A mutex learns its kind at its first use, not at its initialisation: static
 * initialisers run no code, and a program that daemonises initialises its
 * mutexes before the fork that would kill the servers' threads.
 */
#include <errno.h>
#include <string.h>

#include "remote.h"

/* By public number. */
static const struct rcl_ops *const kinds[] = {
#define KIND(NAME, name) &rcl_##name##_ops,
	RCL_KIND_LIST(KIND)
#undef KIND
};

static const struct rcl_ops unresolved_ops, counted_ops;

/*
 * How a call finds its kind's operations: by the low byte of rcl_kind.  A mutex
 * that has not been used yet, and every mutex when statistics are asked for,
 * gets there by a detour, so that the others need not ask.
 */
static const struct rcl_ops *const dispatch[] = {
	&unresolved_ops,
#define KIND(NAME, name) &rcl_##name##_ops,
	RCL_KIND_LIST(KIND)
#undef KIND
#define KIND(NAME, name) &counted_ops,
	RCL_KIND_LIST(KIND)
#undef KIND
};

static inline const struct rcl_ops *ops(rcl_mutex_t *m)
{
	/* acquire: see resolve(). */
	return dispatch[atomic_load_explicit(rcl_kind(m),
					     memory_order_acquire) & 0xffu];
}

const char *rcl_kind_name(unsigned int kind)
{
	return kind < RCL_KINDS ? kinds[kind]->name : NULL;
}

/* The kind of a name of the given length. */
bool rcl_kind_named(const char *name, size_t length, unsigned int *kind)
{
	for (*kind = 0; *kind < RCL_KINDS; ++*kind)
		if (strlen(kinds[*kind]->name) == length &&
		    !memcmp(kinds[*kind]->name, name, length))
			return true;
	return false;
}

/* Settles the kind of m, and returns the operations to call. */
static const struct rcl_ops *resolve(rcl_mutex_t *m)
{
	unsigned int declared = m->rcl_declared, kind, class = 0, none = 0;

	if (m->rcl_class) {
		declared = rcl_config_kind(m->rcl_class, declared);
		if (rcl_stats_on)
			class = rcl_config_class(m->rcl_class);
	}
	kind = declared & 0xffu;
	if (kind >= RCL_KINDS ||
	    (kinds[kind]->start &&
	     !kinds[kind]->start(rcl_server_number(declared))))
		kind = RCL_POSIX;
	if (kind == RCL_REMOTE)
		rcl_place_mutex(m, rcl_server_number(declared));
	kind = (kind + 1 + (rcl_stats_on ? RCL_KINDS : 0)) |
	       (declared & 0xff00u) | class << 16;
	/* Once: every thread that resolves m comes to the same value, but its
	 * server may have changed meanwhile.  release: what the kind's start has
	 * set up, as settings. */
	atomic_compare_exchange_strong_explicit(rcl_kind(m), &none, kind,
						memory_order_release,
						memory_order_relaxed);
	return ops(m);
}

static int unresolved_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			   size_t size, unsigned int how)
{
	return resolve(m)->exec(m, section, ctx, size, how);
}

static int unresolved_lock(rcl_mutex_t *m)
{
	return resolve(m)->lock(m);
}

static int unresolved_trylock(rcl_mutex_t *m)
{
	return resolve(m)->trylock(m);
}

static int unresolved_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	return resolve(m)->timedlock(m, abstime);
}

static int unresolved_unlock(rcl_mutex_t *m)
{
	return resolve(m)->unlock(m);
}

static int unresolved_wait(rcl_cond_t *c, rcl_mutex_t *m,
			   const struct timespec *abstime)
{
	return resolve(m)->wait(c, m, abstime);
}

static const struct rcl_ops unresolved_ops = {
	.exec = unresolved_exec,
	.lock = unresolved_lock,
	.trylock = unresolved_trylock,
	.timedlock = unresolved_timedlock,
	.unlock = unresolved_unlock,
	.wait = unresolved_wait,
};

static bool is_resolved(rcl_mutex_t *m)
{
	/* relaxed: see resolve(). */
	return atomic_load_explicit(rcl_kind(m), memory_order_relaxed) != 0;
}

/* The operations of a resolved mutex's own kind. */
const struct rcl_ops *rcl_ops_of(rcl_mutex_t *m)
{
	/* relaxed: resolved before. */
	unsigned int number = (atomic_load_explicit(rcl_kind(m),
						    memory_order_relaxed) &
			       0xffu) - 1;

	return kinds[number < RCL_KINDS ? number : number - RCL_KINDS];
}

static int counted_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			size_t size, unsigned int how)
{
	unsigned int class = rcl_class_of(m);
	int result;

	/* Before it, for it may end its thread; and m may be gone then. */
	rcl_count_of(class, RCL_EXECUTED);
	result = rcl_ops_of(m)->exec(m, section, ctx, size, how);
	if (result < 0)
		rcl_take_back(class, RCL_EXECUTED);
	return result;
}

/* Counts a lease that was had. */
static int leased(rcl_mutex_t *m, int error)
{
	if (!error)
		rcl_count(m, RCL_LEASED);
	return error;
}

static int counted_lock(rcl_mutex_t *m)
{
	return leased(m, rcl_ops_of(m)->lock(m));
}

static int counted_trylock(rcl_mutex_t *m)
{
	return leased(m, rcl_ops_of(m)->trylock(m));
}

static int counted_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	return leased(m, rcl_ops_of(m)->timedlock(m, abstime));
}

static int counted_unlock(rcl_mutex_t *m)
{
	return rcl_ops_of(m)->unlock(m);
}

static int counted_wait(rcl_cond_t *c, rcl_mutex_t *m,
			const struct timespec *abstime)
{
	return rcl_ops_of(m)->wait(c, m, abstime);
}

static const struct rcl_ops counted_ops = {
	.exec = counted_exec,
	.lock = counted_lock,
	.trylock = counted_trylock,
	.timedlock = counted_timedlock,
	.unlock = counted_unlock,
	.wait = counted_wait,
};

static int type_of(const pthread_mutexattr_t *attr)
{
	int type;

	if (!attr || pthread_mutexattr_gettype(attr, &type))
		return RCL_NORMAL;
	if (type == PTHREAD_MUTEX_RECURSIVE)
		return RCL_RECURSIVE;
	return type == PTHREAD_MUTEX_ERRORCHECK ? RCL_ERRORCHECK : RCL_NORMAL;
}

/* Whether only a pthread mutex does what the attributes ask for. */
static bool needs_posix(const pthread_mutexattr_t *attr)
{
	int shared, robust, protocol;

	return attr &&
	       ((!pthread_mutexattr_getpshared(attr, &shared) &&
		 shared != PTHREAD_PROCESS_PRIVATE) ||
		(!pthread_mutexattr_getrobust(attr, &robust) &&
		 robust != PTHREAD_MUTEX_STALLED) ||
		(!pthread_mutexattr_getprotocol(attr, &protocol) &&
		 protocol != PTHREAD_PRIO_NONE));
}

int rcl_mutex_init_class(rcl_mutex_t *m, const pthread_mutexattr_t *attr,
			 const char *name, unsigned int kind)
{
	static const rcl_mutex_t zero;
	int error;

	*m = zero;
	error = pthread_mutex_init(&m->rcl_posix, attr);
	if (error)
		return error;
	m->rcl_type = (unsigned int)type_of(attr);
	if (!needs_posix(attr)) {
		m->rcl_class = name;
		m->rcl_declared = kind;
	}
	return 0;
}

/*
 * A program may go on to lock what it has destroyed: glibc's lock fails then,
 * and whoever does not ask for that does all that the mutex guards. So that
 * rcl_exec() does it, too, the mutex is as when it was made.
 */
int rcl_mutex_destroy(rcl_mutex_t *m)
{
	static const pthread_mutex_t made[] = {
		[RCL_NORMAL] = PTHREAD_MUTEX_INITIALIZER,
		[RCL_RECURSIVE] = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
		[RCL_ERRORCHECK] = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
	};
	int error;

	if (is_resolved(m) && rcl_ops_of(m) == &rcl_remote_ops)
		rcl_flush();
	/* acquire: whatever the last holder wrote comes before the end. */
	if (atomic_load_explicit(rcl_owner(m), memory_order_acquire))
		return EBUSY;
	if (is_resolved(m) && rcl_ops_of(m)->destroy)
		rcl_ops_of(m)->destroy(m);
	error = pthread_mutex_destroy(&m->rcl_posix);
	if (!error)
		m->rcl_posix = made[m->rcl_type];
	return error;
}

int rcl_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx, size_t size)
{
	return ops(m)->exec(m, section, ctx, size, RCL_ID_THREAD);
}

int rcl_exec_errno(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		   size_t size)
{
	return ops(m)->exec(m, section, ctx, size, RCL_ID_ERRNO);
}

int rcl_exec_anon(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		  size_t size)
{
	return ops(m)->exec(m, section, ctx, size, RCL_ID_NONE);
}

/* Executes a section that may ask to wait in between. */
static int exec_waiting(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
			size_t size, unsigned int how)
{
	int result;

	while ((result = ops(m)->exec(m, section, ctx, size, how)) ==
	       RCL_WAITS) {
		rcl_wait_as_asked();
		how &= ~(unsigned int)RCL_ATTEMPT;
	}
	return result;
}

int rcl_exec_waiting(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		     size_t size)
{
	return exec_waiting(m, section, ctx, size, RCL_ID_THREAD);
}

int rcl_exec_blocking(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		      size_t size)
{
	return exec_waiting(m, section, ctx, size,
			    RCL_ID_THREAD | RCL_BLOCKING);
}

int rcl_tryexec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		size_t size)
{
	return exec_waiting(m, section, ctx, size,
			    RCL_ID_THREAD | RCL_BLOCKING | RCL_ATTEMPT);
}

int rcl_exec_detached(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		      size_t size)
{
	int result = ops(m)->exec(m, section, ctx, size,
				  RCL_ID_NONE | RCL_DETACHED);

	return result < 0 ? result : 0;
}

int rcl_lock(rcl_mutex_t *m)
{
	return ops(m)->lock(m);
}

int rcl_trylock(rcl_mutex_t *m)
{
	return ops(m)->trylock(m);
}

int rcl_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	return ops(m)->timedlock(m, abstime);
}

int rcl_unlock(rcl_mutex_t *m)
{
	return ops(m)->unlock(m);
}

int rcl_cond_wait(rcl_cond_t *c, rcl_mutex_t *m)
{
	return ops(m)->wait(c, m, NULL);
}

int rcl_cond_timedwait(rcl_cond_t *c, rcl_mutex_t *m,
		       const struct timespec *abstime)
{
	return ops(m)->wait(c, m, abstime);
}
