/* SPDX-License-Identifier: MIT */
/*
 * exclusion.c - sections of one mutex never overlap, each runs once, and its
 * arguments and results reach the right thread.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#include "validate.h"

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static struct pair {
	rcl_mutex_t lock;
	unsigned long value;
} pairs[2] = {
	{ RCL_MUTEX_INITIALIZER(main), 0 },
	{ .lock = RCL_MUTEX_INITIALIZER(other), .value = 0 },
};

/* Guarded by mutex, so plain; inside is what shows an overlap. */
static unsigned long total;
static volatile int inside;
static uint64_t history;

/* Shared by the threads of a check. */
static _Atomic unsigned long expected, refused;
static _Atomic bool stop;

static void enter_and_leave(void)
{
	EXPECT(inside == 0, "two threads in one section");
	inside = 1;
	total++;
	EXPECT(inside == 1, "two threads in one section");
	inside = 0;
}

struct call_cs {
	uint64_t in[4];			/* in */
	uint64_t sum;			/* out */
	unsigned int times;		/* in-out */
};

static int call_cs(void *arg)
{
	struct call_cs *cs = arg;

	enter_and_leave();
	cs->sum = cs->in[0] ^ cs->in[1] ^ cs->in[2] ^ cs->in[3];
	cs->times++;
	history = history * 31 + cs->in[0];
	return (int)(cs->in[0] & 0x7fff);
}

/* With 0, by address. */
static void exec_large(unsigned int call, uint64_t seed, size_t size)
{
	struct call_cs cs = { { seed, seed * 3, seed * 5, seed * 7 }, 0, 0 };
	int result = exec_calls[call](&mutex, call_cs, &cs, size);

	EXPECT(result == (int)(seed & 0x7fff), "exit %d of section %llu",
	       result, (unsigned long long)seed);
	EXPECT(cs.times == 1, "section ran %u times", cs.times);
	EXPECT(cs.sum == (seed ^ seed * 3 ^ seed * 5 ^ seed * 7),
	       "somebody else's result");
}

/* What a request carries in its own line. */
struct small_cs {
	uint64_t in;			/* in */
	uint64_t twice;			/* out */
	unsigned int times;		/* in-out */
	char guard;			/* in: the last byte, and none further */
};

static int small_cs(void *arg)
{
	struct small_cs *cs = arg;

	enter_and_leave();
	EXPECT((uintptr_t)cs % _Alignof(struct small_cs) == 0, "aligned");
	EXPECT(cs->guard == 'g', "all of the context");
	cs->twice = 2 * cs->in;
	cs->times++;
	return (int)(cs->in & 0x7fff);
}

static void exec_small(unsigned int call, uint64_t seed, size_t size)
{
	struct {
		struct small_cs cs;
		uint64_t behind;
	} own = { { seed, 0, 0, 'g' }, seed };
	int result = exec_calls[call](&mutex, small_cs, &own.cs, size);

	EXPECT(result == (int)(seed & 0x7fff), "exit %d of section %llu",
	       result, (unsigned long long)seed);
	EXPECT(own.cs.times == 1, "section ran %u times", own.cs.times);
	EXPECT(own.cs.twice == 2 * seed, "somebody else's result");
	EXPECT(own.behind == seed, "copied back beyond the end");
}

static void exec_once(unsigned int call, uint64_t seed)
{
	switch (seed % 4) {
	case 0:
		exec_large(call, seed, 0);
		break;
	case 1:
		exec_large(call, seed, sizeof(struct call_cs));
		break;
	case 2:
		exec_small(call, seed, 0);
		break;
	default:
		exec_small(call, seed, sizeof(struct small_cs));
	}
}

static void lease_once(void)
{
	int error = rcl_lock(&mutex);

	EXPECT(error == 0, "rcl_lock: %d", error);
	enter_and_leave();
	error = rcl_unlock(&mutex);
	EXPECT(error == 0, "rcl_unlock: %d", error);
}

static void exec_times(unsigned int number, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		exec_once((i + number) % 3, (uint64_t)number << 32 | i);
	expected += n;
}

static void exec_body(unsigned int number)
{
	exec_times(number, rounds(20000));
}

static void exec_some_body(unsigned int number)
{
	exec_times(number, rounds(3000));
}

static void check_exec(void)
{
	run_threads(8, exec_body);
	EXPECT(total == expected, "%lu of %lu", total, (unsigned long)expected);
}

static void check_exec_many_threads(void)
{
	run_threads(crowd(200), exec_some_body);
	EXPECT(total == expected, "%lu of %lu", total, (unsigned long)expected);
}

static void lease_body(unsigned int number)
{
	unsigned int n = rounds(20000);

	(void)number;
	for (unsigned int i = 0; i < n; i++)
		lease_once();
	expected += n;
}

static void check_lease(void)
{
	run_threads(8, lease_body);
	EXPECT(total == expected, "%lu of %lu", total, (unsigned long)expected);
}

static void mix_body(unsigned int number)
{
	unsigned int n = rounds(20000), seed = number;
	struct timespec soon;
	unsigned long done = 0;

	for (unsigned int i = 0; i < n; i++)
		switch (rand_r(&seed) % 6) {
		case 0:
			lease_once();
			done++;
			break;
		case 1:
			if (rcl_trylock(&mutex) == 0) {
				enter_and_leave();
				rcl_unlock(&mutex);
				done++;
			}
			break;
		case 2:
			soon = in_seconds(CLOCK_REALTIME,
					  1e-6 * (rand_r(&seed) % 200));
			if (rcl_timedlock(&mutex, &soon) == 0) {
				enter_and_leave();
				rcl_unlock(&mutex);
				done++;
			} else {
				refused++;
			}
			break;
		default:
			exec_once((unsigned int)rand_r(&seed) % 3, i);
			done++;
		}
	expected += done;
}

static void check_exec_lease_mix(void)
{
	run_threads(12, mix_body);
	EXPECT(total == expected, "%lu of %lu", total, (unsigned long)expected);
}

/* Timeouts that race with the grant: a lost or a double grant would show as a
 * hang or as an overlap. */
static void withdraw_body(unsigned int number)
{
	unsigned int n = rounds(5000), seed = number;
	struct timespec soon;
	int error;

	for (unsigned int i = 0; i < n; i++) {
		soon = in_seconds(CLOCK_REALTIME, 1e-6 * (rand_r(&seed) % 60));
		error = rcl_timedlock(&mutex, &soon);
		EXPECT(error == 0 || error == ETIMEDOUT, "%d", error);
		if (error) {
			refused++;
			continue;
		}
		enter_and_leave();
		for (int spin = rand_r(&seed) % 2000; spin > 0; spin--)
			atomic_signal_fence(memory_order_seq_cst);
		rcl_unlock(&mutex);
		expected++;
	}
}

static void check_timedlock_race(void)
{
	run_threads(6, withdraw_body);
	EXPECT(total == expected, "%lu of %lu", total, (unsigned long)expected);
	EXPECT(rcl_trylock(&mutex) == 0, "the mutex is free, nobody waits");
}

static void check_timedlock_timeout(void)
{
	struct timespec later = in_seconds(CLOCK_REALTIME, 0.05);
	struct timespec wrong = { 0, -1 };
	pthread_t thread;
	double start = now();

	rcl_lock(&mutex);
	thread = start_thread(withdraw_body, 1);
	nap(0.2);
	EXPECT(refused > 0, "timeouts pass while the mutex is held");
	rcl_unlock(&mutex);
	pthread_join(thread, NULL);
	EXPECT(rcl_timedlock(&mutex, &wrong) == 0, "free: the time is not used");
	rcl_unlock(&mutex);
	EXPECT(now() - start < 30, "%f s", now() - start);
	later = in_seconds(CLOCK_REALTIME, 5);
	EXPECT(rcl_timedlock(&mutex, &later) == 0, "free");
	rcl_unlock(&mutex);
}

static void held_trylock(unsigned int number)
{
	struct timespec later = in_seconds(CLOCK_REALTIME, 0.05);
	struct timespec wrong = { later.tv_sec + 1, 1000000000 };
	const struct timespec ancient = { -1, 0 };
	double start = now();

	(void)number;
	EXPECT(rcl_timedlock(&mutex, &ancient) == ETIMEDOUT, "held");
	EXPECT(rcl_trylock(&mutex) == EBUSY, "held");
	EXPECT(rcl_timedlock(&mutex, &later) == ETIMEDOUT, "held");
	EXPECT(now() - start > 0.04, "%f s is too early", now() - start);
	EXPECT(rcl_timedlock(&mutex, &wrong) == EINVAL, "no valid time");
}

static void check_trylock(void)
{
	EXPECT(rcl_trylock(&mutex) == 0, "free");
	EXPECT(rcl_trylock(&mutex) == EBUSY, "held by the caller");
	run_threads(1, held_trylock);
	EXPECT(rcl_unlock(&mutex) == 0, "held");
	EXPECT(rcl_trylock(&mutex) == 0, "free again");
	rcl_unlock(&mutex);
}

static int pair_cs(void *arg)
{
	((struct pair *)arg)->value++;
	return 0;
}

static void pairs_body(unsigned int number)
{
	unsigned int n = rounds(20000);

	for (unsigned int i = 0; i < n; i++) {
		struct pair *pair = &pairs[(i + number) % 2];

		if (i % 5) {
			rcl_exec(&pair->lock, pair_cs, pair, 0);
		} else {
			rcl_lock(&pair->lock);
			pair->value++;
			rcl_unlock(&pair->lock);
		}
	}
	expected += n;
}

static void check_two_servers(void)
{
	run_threads(8, pairs_body);
	EXPECT(pairs[0].value + pairs[1].value == expected, "%lu + %lu",
	       pairs[0].value, pairs[1].value);
}

/* A mutex is freed right after its last use, and its memory reused. */
static void short_lived_body(unsigned int number)
{
	unsigned int n = rounds(3000);

	(void)number;
	for (unsigned int i = 0; i < n; i++) {
		struct pair *pair = malloc(sizeof(*pair));

		rcl_mutex_init(&pair->lock, NULL, main);
		pair->value = 0;
		rcl_exec(&pair->lock, pair_cs, pair, 0);
		rcl_lock(&pair->lock);
		EXPECT(pair->value == 1, "%lu", pair->value);
		rcl_unlock(&pair->lock);
		EXPECT(rcl_mutex_destroy(&pair->lock) == 0, "free");
		free(pair);
	}
}

static void check_short_lived_mutexes(void)
{
	run_threads(6, short_lived_body);
}

static void greedy_body(unsigned int number)
{
	while (!stop) {
		if (number == 0) {
			rcl_lock(&mutex);
			for (int i = 0; i < 300; i++)
				atomic_signal_fence(memory_order_seq_cst);
			rcl_unlock(&mutex);
		} else {
			exec_once(number % 3, number);
		}
	}
}

/* Ten turns each, against greedy holders of both sorts. */
static void check_no_starvation(void)
{
	pthread_t greedy[3];
	double start, longest[2] = { 0, 0 };

	for (unsigned int i = 0; i < 3; i++)
		greedy[i] = start_thread(greedy_body, i);
	for (unsigned int i = 0; i < 20; i++) {
		start = now();
		if (i % 2)
			rcl_lock(&mutex), rcl_unlock(&mutex);
		else
			exec_once(0, i);
		if (now() - start > longest[i % 2])
			longest[i % 2] = now() - start;
	}
	stop = true;
	for (unsigned int i = 0; i < 3; i++)
		pthread_join(greedy[i], NULL);
	EXPECT(longest[0] < 5, "an executed section waited %.3f s", longest[0]);
	EXPECT(longest[1] < 5, "a lease waited %.3f s", longest[1]);
}

static int keep_cs(void *arg)
{
	(void)arg;
	enter_and_leave();
	return RCL_KEEP | 7;
}

/* Sections that hand their lock to the client, among others that do not. */
static void keep_body(unsigned int number)
{
	for (unsigned int i = 0; i < rounds(2000); i++) {
		int result = number % 4 ?
				     exec_calls[number % 3](&mutex, keep_cs,
							    NULL, 0) :
				     rcl_tryexec(&mutex, keep_cs, NULL, 0);

		if (result == -EBUSY && number % 4 == 0) {
			refused++;
			continue;
		}
		EXPECT(result == 7, "exit %d of a section that keeps", result);
		enter_and_leave();
		rcl_unlock(&mutex);
		expected += 2;
		exec_once(number % 3, i);
		expected++;
	}
}

static void check_keep(void)
{
	run_threads(8, keep_body);
	EXPECT(total == expected, "%lu sections, not %lu", total, expected);
	EXPECT(rcl_exec(&mutex, keep_cs, NULL, 0) == 7, "exit of the last");
	EXPECT(rcl_trylock(&mutex) == EBUSY, "the lock was not kept");
	EXPECT(rcl_tryexec(&mutex, keep_cs, NULL, 0) == -EBUSY, "held, but run");
	EXPECT(rcl_unlock(&mutex) == 0, "unlock");
}

static int attempt_cs(void *arg)
{
	enter_and_leave();
	return *(int *)arg;
}

static void tryexec_body(unsigned int number)
{
	for (unsigned int i = 0; i < rounds(4000); i++) {
		int exit = (int)(number + i) & 0xff;
		int result = rcl_tryexec(&mutex, attempt_cs, &exit,
					 i % 2 * sizeof(exit));

		if (result == -EBUSY)
			refused++;
		else
			expected++;
		EXPECT(result == -EBUSY || result == exit, "exit %d, not %d",
		       result, exit);
	}
}

static void check_tryexec(void)
{
	int exit = 5;

	run_threads(6, tryexec_body);
	EXPECT(total == expected && total > 0, "%lu sections, not %lu", total,
	       expected);
	rcl_lock(&mutex);
	total = 0;
	EXPECT(rcl_tryexec(&mutex, attempt_cs, &exit, 0) == -EBUSY &&
		       total == 0,
	       "held, but run");
	rcl_unlock(&mutex);
	EXPECT(rcl_tryexec(&mutex, attempt_cs, &exit, sizeof(exit)) == 5,
	       "free, but not run");
}

const struct check exclusion_checks[] = {
	{ "exec", check_exec, 0 },
	{ "exec-many-threads", check_exec_many_threads, 0 },
	{ "lease", check_lease, 0 },
	{ "exec-lease-mix", check_exec_lease_mix, 0 },
	{ "trylock", check_trylock, 0 },
	{ "tryexec", check_tryexec, 0 },
	{ "keep", check_keep, 0 },
	{ "timedlock-timeout", check_timedlock_timeout, 0 },
	{ "timedlock-race", check_timedlock_race, 0 },
	{ "two-servers", check_two_servers, 0 },
	{ "short-lived-mutexes", check_short_lived_mutexes, 0 },
	{ "no-starvation", check_no_starvation, 0 },
	{ NULL, NULL, 0 },
};
