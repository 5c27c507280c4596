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

#include "internal.h"

/* Indexed by the low byte of the public kinds. */
static const struct rcl_ops *const kinds[] = {
	&rcl_posix_ops,
	&rcl_inline_ops,
	&rcl_remote_ops,
};

#define KIND_COUNT	(sizeof(kinds) / sizeof(kinds[0]))
#define KIND_REMOTE	RCL_SERVER(0)

/* The kind of a name of the given length. */
bool rcl_kind_named(const char *name, size_t length, unsigned int *kind)
{
	for (*kind = 0; *kind < KIND_COUNT; ++*kind)
		if (strlen(kinds[*kind]->name) == length &&
		    !memcmp(kinds[*kind]->name, name, length))
			return true;
	return false;
}

static unsigned int resolve(rcl_mutex_t *m)
{
	unsigned int declared = m->rcl_declared, kind, class = 0;

	if (m->rcl_class) {
		declared = rcl_config_kind(m->rcl_class, declared);
		if (rcl_stats_on)
			class = rcl_config_class(m->rcl_class);
	}
	kind = declared & 0xffu;
	if (kind >= KIND_COUNT)
		kind = RCL_POSIX;
	if (kind == KIND_REMOTE &&
	    !rcl_server_start(rcl_server_number(declared)))
		kind = RCL_POSIX;
	kind = (kind + 1) | (declared & 0xff00u) | class << 16;
	/* relaxed: every thread that resolves m comes to the same value, and
	 * a server's fields are published by its own start. */
	atomic_store_explicit(rcl_kind(m), kind, memory_order_relaxed);
	return kind;
}

static inline const struct rcl_ops *ops(rcl_mutex_t *m)
{
	/* relaxed: see resolve(). */
	unsigned int kind = atomic_load_explicit(rcl_kind(m),
						 memory_order_relaxed);

	if (__builtin_expect(kind == 0, 0))
		kind = resolve(m);
	return kinds[(kind & 0xffu) - 1];
}

static inline void count(rcl_mutex_t *m, enum rcl_event event)
{
	if (__builtin_expect(rcl_stats_on, 0))
		rcl_count(m, event);
}

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

int rcl_mutex_destroy(rcl_mutex_t *m)
{
	/* acquire: whatever the last holder wrote comes before the end. */
	if (atomic_load_explicit(rcl_word(m), memory_order_acquire) & RCL_HELD)
		return EBUSY;
	return pthread_mutex_destroy(&m->rcl_posix);
}

int rcl_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx)
{
	const struct rcl_ops *kind = ops(m);

	count(m, RCL_EXECUTED);
	return kind->exec(m, section, ctx, RCL_ID_THREAD, false);
}

int rcl_exec_errno(rcl_mutex_t *m, rcl_section_fn *section, void *ctx)
{
	const struct rcl_ops *kind = ops(m);

	count(m, RCL_EXECUTED);
	return kind->exec(m, section, ctx, RCL_ID_ERRNO, false);
}

int rcl_exec_anon(rcl_mutex_t *m, rcl_section_fn *section, void *ctx)
{
	const struct rcl_ops *kind = ops(m);

	count(m, RCL_EXECUTED);
	return kind->exec(m, section, ctx, RCL_ID_NONE, false);
}

int rcl_tryexec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx)
{
	const struct rcl_ops *kind = ops(m);

	count(m, RCL_EXECUTED);
	return kind->exec(m, section, ctx, RCL_ID_THREAD, true);
}

int rcl_lock(rcl_mutex_t *m)
{
	const struct rcl_ops *kind = ops(m);

	count(m, RCL_LEASED);
	return kind->lock(m);
}

int rcl_trylock(rcl_mutex_t *m)
{
	const struct rcl_ops *kind = ops(m);
	int error = kind->trylock(m);

	if (!error)
		count(m, RCL_LEASED);
	return error;
}

int rcl_timedlock(rcl_mutex_t *m, const struct timespec *abstime)
{
	const struct rcl_ops *kind = ops(m);
	int error = kind->timedlock(m, abstime);

	if (!error)
		count(m, RCL_LEASED);
	return error;
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
