/* SPDX-License-Identifier: MIT */
/*
 * types.c - initialisers, attributes and types of mutexes.
 */
#include <errno.h>
#include <string.h>
#include <threads.h>

#include "validate.h"

static rcl_mutex_t normal = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t recursive = RCL_RECURSIVE_MUTEX_INITIALIZER(main);
static rcl_mutex_t errorcheck = RCL_ERRORCHECK_MUTEX_INITIALIZER(main);
static rcl_mutex_t array[3] = {
	RCL_MUTEX_INITIALIZER(main),
	[2] = RCL_MUTEX_INITIALIZER(other),
};
static struct {
	int before;
	rcl_mutex_t lock;
	rcl_cond_t cond;
} nested = { .lock = RCL_MUTEX_INITIALIZER(main), .cond = RCL_COND_INITIALIZER };

static int seven(void *unused)
{
	(void)unused;
	return 7;
}

static void use(rcl_mutex_t *m)
{
	EXPECT(rcl_exec(m, seven, NULL, 0) == 7, "executed");
	EXPECT(rcl_exec_errno(m, seven, NULL, 0) == 7, "executed");
	EXPECT(rcl_exec_anon(m, seven, NULL, 0) == 7, "executed");
	EXPECT(rcl_lock(m) == 0, "leased");
	EXPECT(rcl_unlock(m) == 0, "given back");
}

static void check_initializers(void)
{
	rcl_mutex_t dynamic, zero;

	memset(&zero, 0, sizeof(zero));
	use(&zero);
	use(&normal);
	use(&recursive);
	use(&errorcheck);
	for (int i = 0; i < 3; i++)
		use(&array[i]);
	use(&nested.lock);
	EXPECT(rcl_cond_signal(&nested.cond) == 0, "nobody waits");
	memset(&dynamic, 0xa5, sizeof(dynamic));
	EXPECT(rcl_mutex_init(&dynamic, NULL, main) == 0, "init");
	use(&dynamic);
	EXPECT(rcl_mutex_destroy(&dynamic) == 0, "free");
	EXPECT(rcl_mutex_init(&dynamic, NULL, other) == 0, "init again");
	use(&dynamic);
}

static void lock_elsewhere(unsigned int unused)
{
	(void)unused;
	EXPECT(rcl_trylock(&recursive) == EBUSY, "held by another thread");
	EXPECT(rcl_trylock(&errorcheck) == EBUSY, "held by another thread");
}

/* The thread sanitizer reports these calls themselves. */
static void unlock_elsewhere(unsigned int unused)
{
	(void)unused;
	EXPECT(rcl_unlock(&recursive) == EPERM, "held by another thread");
	EXPECT(rcl_unlock(&errorcheck) == EPERM, "held by another thread");
}

static void check_unlock_not_held(void)
{
	EXPECT(rcl_unlock(&recursive) == EPERM, "free");
	EXPECT(rcl_unlock(&errorcheck) == EPERM, "free");
	EXPECT(rcl_unlock(&normal) == 0, "free, and stays so");
	use(&normal);
	rcl_lock(&recursive);
	rcl_lock(&errorcheck);
	run_threads(1, unlock_elsewhere);
	EXPECT(rcl_unlock(&recursive) == 0, "held");
	EXPECT(rcl_unlock(&errorcheck) == 0, "held");
}

static int reenter(void *depth)
{
	int *left = depth;

	if (*left == 0)
		return 1;
	--*left;
	return rcl_exec(&recursive, reenter, left, 0) + 1;
}

static int relock(void *unused)
{
	(void)unused;
	EXPECT(rcl_lock(&recursive) == 0, "held by this section");
	EXPECT(rcl_trylock(&recursive) == 0, "held by this section");
	EXPECT(rcl_unlock(&recursive) == 0, "thrice");
	EXPECT(rcl_unlock(&recursive) == 0, "twice");
	return 0;
}

static void check_recursive(void)
{
	int depth = 10;

	EXPECT(rcl_lock(&recursive) == 0, "free");
	EXPECT(rcl_lock(&recursive) == 0, "counts");
	EXPECT(rcl_trylock(&recursive) == 0, "counts");
	EXPECT(rcl_lock(&errorcheck) == 0, "free");
	run_threads(1, lock_elsewhere);
	EXPECT(rcl_exec(&recursive, seven, NULL, 0) == 7, "lease, then section");
	EXPECT(rcl_unlock(&recursive) == 0, "thrice");
	EXPECT(rcl_unlock(&recursive) == 0, "twice");
	run_threads(1, lock_elsewhere);
	EXPECT(rcl_unlock(&recursive) == 0, "once");
	EXPECT(rcl_exec(&recursive, reenter, &depth, 0) == 11, "sections nest");
	rcl_exec(&recursive, relock, NULL, 0);
	EXPECT(rcl_trylock(&recursive) == 0, "all given back");
}

static int relock_errorcheck(void *unused)
{
	(void)unused;
	EXPECT(rcl_lock(&errorcheck) == EDEADLK, "held by this section");
	EXPECT(rcl_exec(&errorcheck, seven, NULL, 0) == -EDEADLK, "likewise");
	EXPECT(rcl_trylock(&errorcheck) == EBUSY, "likewise");
	return 3;
}

static void check_errorcheck(void)
{
	struct timespec later = in_seconds(CLOCK_REALTIME, 5);

	EXPECT(rcl_lock(&errorcheck) == 0, "free");
	EXPECT(rcl_lock(&errorcheck) == EDEADLK, "held by the caller");
	EXPECT(rcl_timedlock(&errorcheck, &later) == EDEADLK, "likewise");
	EXPECT(rcl_exec(&errorcheck, seven, NULL, 0) == -EDEADLK, "likewise");
	EXPECT(rcl_trylock(&errorcheck) == EBUSY, "likewise");
	EXPECT(rcl_unlock(&errorcheck) == 0, "held");
	EXPECT(rcl_exec(&errorcheck, relock_errorcheck, NULL, 0) == 3, "result");
	EXPECT(rcl_exec_anon(&errorcheck, relock_errorcheck, NULL, 0) == 3,
	       "the owner is known without identity, too");
}

static void check_attributes(void)
{
	static const int types[] = { PTHREAD_MUTEX_NORMAL,
				     PTHREAD_MUTEX_RECURSIVE,
				     PTHREAD_MUTEX_ERRORCHECK };
	pthread_mutexattr_t attr;
	rcl_mutex_t m;
	int again;

	for (int i = 0; i < 3; i++) {
		pthread_mutexattr_init(&attr);
		pthread_mutexattr_settype(&attr, types[i]);
		EXPECT(rcl_mutex_init(&m, &attr, main) == 0, "init");
		use(&m);
		rcl_lock(&m);
		again = i == 0 ? rcl_trylock(&m) : rcl_lock(&m);
		EXPECT(again == (i == 0 ? EBUSY : i == 1 ? 0 : EDEADLK),
		       "type %d: %d", i, again);
	}
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	EXPECT(rcl_mutex_init(&m, &attr, main) == 0, "init");
	use(&m);
	EXPECT(m.rcl_class == NULL, "stays a pthread mutex");
}

/* One for which threads have waited just now. */
static rcl_mutex_t busy = RCL_MUTEX_INITIALIZER(main);
static unsigned long under_busy;

static int count_busy(void *arg)
{
	(void)arg;
	under_busy++;
	return 0;
}

static void busy_body(unsigned int number)
{
	for (unsigned int i = 0; i < rounds(20000); i++)
		exec_calls[(number + i) % 3](&busy, count_busy, NULL, 0);
}

static void check_destroy_busy(void)
{
	run_threads(4, busy_body);
	EXPECT(rcl_mutex_destroy(&busy) == 0, "free");
	for (unsigned int i = 0; i < 3000; i++)
		use(&busy);
	busy_body(0);
	run_threads(4, busy_body);
	EXPECT(under_busy == 9ul * rounds(20000), "%lu", under_busy);
	EXPECT(rcl_mutex_destroy(&busy) == 0, "free");
}

static void check_destroy(void)
{
	rcl_mutex_t m;

	rcl_mutex_init(&m, NULL, main);
	rcl_lock(&m);
	EXPECT(rcl_mutex_destroy(&m) == EBUSY, "held");
	rcl_unlock(&m);
	EXPECT(rcl_mutex_destroy(&m) == 0, "free");
	use(&m);
	rcl_mutex_destroy(&recursive);
	use(&recursive);
	rcl_mutex_destroy(&errorcheck);
	use(&errorcheck);
	EXPECT(rcl_exec(&errorcheck, relock_errorcheck, NULL, 0) == 3, "as made");
}

static void check_c11(void)
{
	const struct timespec past = { 0, 0 }, ancient = { -1, 0 };
	rcl_mutex_t m, plain;
	rcl_cond_t c;

	EXPECT(rcl_mtx_init(&m, mtx_timed | mtx_recursive, main) == thrd_success, "init");
	EXPECT(rcl_mtx_init(&plain, mtx_plain, main) == thrd_success, "init");
	EXPECT(rcl_cnd_init(&c) == thrd_success, "init");
	use(&m);
	use(&plain);
	EXPECT(rcl_mtx_lock(&m) == thrd_success, "free");
	EXPECT(rcl_mtx_trylock(&m) == thrd_success, "recursive");
	EXPECT(rcl_mtx_unlock(&m) == thrd_success, "held");
	EXPECT(rcl_mtx_lock(&plain) == thrd_success, "free");
	EXPECT(rcl_mtx_trylock(&plain) == thrd_busy, "held");
	EXPECT(rcl_mtx_timedlock(&plain, &past) == thrd_timedout, "held");
	EXPECT(rcl_cnd_timedwait(&c, &plain, &past) == thrd_timedout, "no signal");
	EXPECT(rcl_cnd_timedwait(&c, &plain, &ancient) == thrd_timedout, "no signal");
	EXPECT(rcl_cnd_signal(&c) == thrd_success, "nobody waits");
	EXPECT(rcl_cnd_broadcast(&c) == thrd_success, "nobody waits");
	EXPECT(rcl_mtx_unlock(&plain) == thrd_success, "held");
	EXPECT(rcl_mtx_unlock(&m) == thrd_success, "held");
	EXPECT(rcl_mtx_unlock(&m) == thrd_error, "not held");
	rcl_mtx_destroy(&m);
	rcl_mtx_destroy(&plain);
	rcl_cnd_destroy(&c);
}

struct glib_wait {
	rcl_mutex_t *m;
	rcl_cond_t *c;
	long long end;
	int runs, error;
};

static int wait_until(void *arg)
{
	struct glib_wait *mine = arg;

	if (!mine->runs++)
		return rcl_g_wait_until(mine->c, mine->m, mine->end);
	mine->error = rcl_waited();
	return 0;
}

static void check_glib(void)
{
	static const long long past[] = { -5000000, -5, 0, 5 };
	static rcl_cond_t zero;
	struct timespec before, after;
	struct glib_wait wait;
	long long later;
	rcl_mutex_t m;
	rcl_cond_t c;

	rcl_g_mutex_init(&m, main);
	rcl_g_cond_init(&c);
	use(&m);
	{
		__attribute__((cleanup(glib_autoptr_cleanup_rcl_mutex_t)))
		rcl_mutex_t_autoptr guard = rcl_g_mutex_locker_new(&m), none = NULL;

		EXPECT(guard == &m && none == NULL, "its value");
		EXPECT(rcl_g_mutex_trylock(&m) == 0, "held by its guard");
	}
	EXPECT(rcl_g_mutex_trylock(&m) == 1, "free");
	EXPECT(rcl_g_mutex_trylock(&m) == 0, "held");
	for (size_t i = 0; i < sizeof(past) / sizeof(*past); i++)
		EXPECT(rcl_g_cond_wait_until(&c, &m, past[i]) == 0, "no signal");
	clock_gettime(CLOCK_MONOTONIC, &before);
	later = before.tv_sec * 1000000ll + before.tv_nsec / 1000 + 20000;
	EXPECT(rcl_g_cond_wait_until(&zero, &m, later) == 0, "no signal");
	clock_gettime(CLOCK_MONOTONIC, &after);
	EXPECT(after.tv_sec * 1000000ll + after.tv_nsec / 1000 >= later, "too early");
	EXPECT(rcl_unlock(&m) == 0, "held");
	wait = (struct glib_wait){ &m, &zero, later + 20000, 0, 0 };
	EXPECT(rcl_exec_waiting(&m, wait_until, &wait, 0) == 0, "it returns that");
	clock_gettime(CLOCK_MONOTONIC, &after);
	EXPECT(wait.runs == 2 && wait.error == ETIMEDOUT, "no signal");
	EXPECT(after.tv_sec * 1000000ll + after.tv_nsec / 1000 >= wait.end, "too early");
	EXPECT(rcl_mutex_destroy(&m) == 0, "free");
	EXPECT(rcl_cond_destroy(&c) == 0, "nobody waits");

	rcl_g_rec_mutex_init(&m, main);
	use(&m);
	EXPECT(rcl_lock(&m) == 0, "free");
	EXPECT(rcl_g_mutex_trylock(&m) == 1, "its own");
	EXPECT(rcl_unlock(&m) == 0, "held twice");
	EXPECT(rcl_unlock(&m) == 0, "held");
	EXPECT(rcl_mutex_destroy(&m) == 0, "free");
}

const struct check type_checks[] = {
	{ "initializers", check_initializers, 0 },
	{ "recursive", check_recursive, 0 },
	{ "errorcheck", check_errorcheck, 0 },
	{ "unlock-not-held", check_unlock_not_held, NO_TSAN },
	{ "attributes", check_attributes, 0 },
	{ "c11", check_c11, NO_TSAN },
	{ "glib", check_glib, 0 },
	{ "destroy", check_destroy, NO_TSAN },
	{ "destroy-busy", check_destroy_busy, 0 },
	{ NULL, NULL, 0 },
};
