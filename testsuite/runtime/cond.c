/* SPDX-License-Identifier: MIT */
/*
 * cond.c - condition variables: nothing lost, nothing invented, in order.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "validate.h"

enum { QUEUE = 8, PRODUCERS = 4, CONSUMERS = 4, WAITERS = 10 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_cond_t cond = RCL_COND_INITIALIZER, room = RCL_COND_INITIALIZER;

/* Guarded by mutex. */
static unsigned int turn, queued, head, waiting, tickets;
static unsigned int waits, sent;		/* of the race */
static unsigned long items[QUEUE], put_sum, got_sum, got_count;
static unsigned int order[WAITERS], ordered;
static _Atomic unsigned int timeouts, passed;

static int take_turn(void *number)
{
	unsigned int me = *(unsigned int *)number;

	while (turn % 2 != me)
		rcl_cond_wait(&cond, &mutex);
	turn++;
	rcl_cond_signal(&cond);
	return 0;
}

static void ping_pong_body(unsigned int number)
{
	unsigned int n = rounds(1000);

	for (unsigned int i = 0; i < n; i++) {
		rcl_lock(&mutex);
		take_turn(&number);
		rcl_unlock(&mutex);
	}
}

static void check_ping_pong(void)
{
	run_threads(2, ping_pong_body);
	EXPECT(turn == 2 * rounds(1000), "%u turns", turn);
}

static void section_ping_pong_body(unsigned int number)
{
	unsigned int n = rounds(1000);

	for (unsigned int i = 0; i < n; i++)
		rcl_exec_blocking(&mutex, take_turn, &number,
				  i % 2 * sizeof(number));
}

/* Each wait holds a servicing thread; the pool must supply others. */
static void check_wait_in_section(void)
{
	run_threads(2, section_ping_pong_body);
	EXPECT(turn == 2 * rounds(1000), "%u turns", turn);
}

/* As often as asked for, unless it is the other one's turn. */
struct turns {
	unsigned int me, left;
};

static int take_turns(void *ctx)
{
	struct turns *mine = ctx;

	for (; mine->left > 0; mine->left--) {
		if (turn % 2 != mine->me)
			return rcl_wait(&cond, &mutex);
		turn++;
		rcl_cond_signal(&cond);
	}
	return 3;
}

static void exit_and_wait_body(unsigned int number)
{
	static exec_call *const calls[] = { rcl_exec_waiting, rcl_exec_blocking };
	unsigned int n = rounds(100);

	for (unsigned int i = 0; i < n; i++) {
		struct turns ten = { number, 10 };
		int result = calls[i % 2](&mutex, take_turns, &ten,
					  i / 2 % 2 * sizeof(ten));

		EXPECT(result == 3, "%d", result);
		EXPECT(ten.left == 0, "%u left", ten.left);
	}
}

/* Each wait ends the section, which is run again. */
static void check_exit_and_wait(void)
{
	run_threads(2, exit_and_wait_body);
	EXPECT(turn == 2 * 10 * rounds(100), "%u turns", turn);
	EXPECT(rcl_trylock(&mutex) == 0, "free");
	EXPECT(rcl_cond_destroy(&cond) == 0, "nobody waits");
}

static int put(void *item)
{
	if (queued == QUEUE)
		return rcl_wait(&room, &mutex);
	items[(head + queued++) % QUEUE] = *(unsigned long *)item;
	put_sum += *(unsigned long *)item;
	rcl_cond_signal(&cond);
	return 0;
}

static void produce(unsigned int number)
{
	unsigned long n = rounds(2000);

	for (unsigned long i = 0; i < n; i++) {
		unsigned long item = number * n + i;

		rcl_exec_waiting(&mutex, put, &item, sizeof(item));
	}
}

static void consume(void)
{
	unsigned long n = PRODUCERS * rounds(2000);

	for (;;) {
		rcl_lock(&mutex);
		while (queued == 0 && got_count < n)
			rcl_cond_wait(&cond, &mutex);
		if (got_count == n)
			break;
		got_sum += items[head];
		head = (head + 1) % QUEUE;
		queued--;
		if (++got_count == n)
			rcl_cond_broadcast(&cond);
		rcl_cond_signal(&room);
		rcl_unlock(&mutex);
	}
	rcl_unlock(&mutex);
}

static void queue_body(unsigned int number)
{
	if (number < PRODUCERS)
		produce(number);
	else
		consume();
}

static void check_bounded_queue(void)
{
	run_threads(PRODUCERS + CONSUMERS, queue_body);
	EXPECT(got_count == PRODUCERS * rounds(2000), "%lu items", got_count);
	EXPECT(got_sum == put_sum, "%lu in, %lu out", put_sum, got_sum);
}

static void fifo_body(unsigned int number)
{
	rcl_lock(&mutex);
	waiting++;
	while (!(tickets & 1u << number)) {
		rcl_cond_wait(&cond, &mutex);
		order[ordered++] = number;
		tickets |= 1u << number;
	}
	rcl_unlock(&mutex);
}

static void check_fifo(void)
{
	pthread_t threads[WAITERS];
	unsigned int seen;

	for (unsigned int i = 0; i < WAITERS; i++) {
		threads[i] = start_thread(fifo_body, i);
		do {
			rcl_lock(&mutex);
			seen = waiting;
			rcl_unlock(&mutex);
		} while (seen <= i);
	}
	for (unsigned int i = 0; i < WAITERS; i++) {
		rcl_cond_signal(&cond);
		do {
			rcl_lock(&mutex);
			seen = ordered;
			rcl_unlock(&mutex);
		} while (seen <= i);
		EXPECT(order[i] == i, "waiter %u was woken as number %u",
		       order[i], i);
	}
	for (unsigned int i = 0; i < WAITERS; i++)
		pthread_join(threads[i], NULL);
}

static void wait_for_go(unsigned int number)
{
	(void)number;
	rcl_lock(&mutex);
	waiting++;
	while (!turn)
		rcl_cond_wait(&cond, &mutex);
	passed++;
	rcl_unlock(&mutex);
}

static void check_broadcast(void)
{
	pthread_t threads[WAITERS];
	unsigned int seen = 0;

	for (unsigned int i = 0; i < WAITERS; i++)
		threads[i] = start_thread(wait_for_go, i);
	while (seen < WAITERS) {
		rcl_lock(&mutex);
		seen = waiting;
		rcl_unlock(&mutex);
	}
	rcl_lock(&mutex);
	turn = 1;
	rcl_unlock(&mutex);
	rcl_cond_broadcast(&cond);
	for (unsigned int i = 0; i < WAITERS; i++)
		pthread_join(threads[i], NULL);
	EXPECT(passed == WAITERS, "%u of %u", passed, WAITERS);
}

static void expect_timeout(rcl_cond_t *c, clockid_t clock)
{
	struct timespec time = in_seconds(clock, 0.05);
	double start = now(), took;
	int error = 0;

	rcl_lock(&mutex);
	while (error == 0)
		error = rcl_cond_timedwait(c, &mutex, &time);
	took = now() - start;
	EXPECT(error == ETIMEDOUT, "%d", error);
	EXPECT(took > 0.045 && took < 5, "after %f s", took);
	EXPECT(rcl_trylock(&mutex) == EBUSY, "the mutex is held on return");
	EXPECT(rcl_cond_timedwait(c, &mutex, &time) == ETIMEDOUT, "past");
	time.tv_sec = -1;
	EXPECT(rcl_cond_timedwait(c, &mutex, &time) == ETIMEDOUT,
	       "before the clock's beginning");
	time.tv_nsec = 1000000000;
	EXPECT(rcl_cond_timedwait(c, &mutex, &time) == EINVAL, "no valid time");
	rcl_unlock(&mutex);
}

static int timeout_section(void *clock)
{
	struct timespec time = in_seconds(*(clockid_t *)clock, 0.05);

	return rcl_cond_timedwait(&cond, &mutex, &time);
}

/* Waits twice, the second time with no valid limit. */
struct limited {
	clockid_t clock;
	int waits, first, second;
};

static int limited_section(void *ctx)
{
	struct limited *mine = ctx;
	struct timespec time = in_seconds(mine->clock, 0.05);

	switch (mine->waits++) {
	case 0:
		return rcl_timedwait(&cond, &mutex, &time);
	case 1:
		mine->first = rcl_waited();
		time.tv_nsec = -1;
		return rcl_timedwait(&cond, &mutex, &time);
	}
	mine->second = rcl_waited();
	return 0;
}

static void check_exit_and_timeout(void)
{
	static exec_call *const calls[] = { rcl_exec_waiting, rcl_exec_blocking,
					    rcl_tryexec };

	for (unsigned int i = 0; i < 3; i++) {
		struct limited mine = { .clock = CLOCK_REALTIME };
		double start = now();

		calls[i](&mutex, limited_section, &mine, sizeof(mine));
		EXPECT(mine.waits == 3, "%d", mine.waits);
		EXPECT(mine.first == ETIMEDOUT, "%d", mine.first);
		EXPECT(mine.second == EINVAL, "%d", mine.second);
		EXPECT(now() - start > 0.045, "after %f s", now() - start);
		EXPECT(rcl_trylock(&mutex) == 0, "free");
		EXPECT(rcl_tryexec(&mutex, limited_section, &mine,
				   sizeof(mine)) == -EBUSY, "held");
		rcl_unlock(&mutex);
	}
}

static void check_timeout(void)
{
	clockid_t clock = CLOCK_REALTIME;
	pthread_condattr_t attr;
	rcl_cond_t monotonic;

	expect_timeout(&cond, CLOCK_REALTIME);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	EXPECT(rcl_cond_init(&monotonic, &attr) == 0, "init");
	expect_timeout(&monotonic, CLOCK_MONOTONIC);
	EXPECT(rcl_cond_destroy(&monotonic) == 0, "nobody waits");
	EXPECT(rcl_exec_blocking(&mutex, timeout_section, &clock,
				 sizeof(clock)) == ETIMEDOUT,
	       "in a section");
}

static void race_body(unsigned int number)
{
	unsigned int n = rounds(1500), seed = number + 1;
	bool alone = false;	/* nobody has signalled yet */
	struct timespec soon;
	int error;

	for (unsigned int i = 0; i < n || (alone && i < 100 * n); i++) {
		soon = in_seconds(CLOCK_REALTIME, 1e-6 * (rand_r(&seed) % 80));
		rcl_lock(&mutex);
		waiting++;
		error = rcl_cond_timedwait(&cond, &mutex, &soon);
		if (error == ETIMEDOUT)
			timeouts++;
		else
			passed++;
		waiting--;
		waits++;
		alone = sent == 0;
		rcl_unlock(&mutex);
	}
	passed += 1u << 24;
}

/* Signals sent while somebody waits are received by somebody, or their number
 * would exceed the wakes; a waiter lost would hang. */
static void check_signal_timeout_race(void)
{
	pthread_t threads[3];

	for (unsigned int i = 0; i < 3; i++)
		threads[i] = start_thread(race_body, i);
	while (passed >> 24 < 3) {
		rcl_lock(&mutex);
		if (waiting) {
			rcl_cond_signal(&cond);
			sent++;
		}
		rcl_unlock(&mutex);
		sched_yield();
	}
	for (unsigned int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	EXPECT(timeouts + (passed & 0xffffff) == waits, "%u + %u", timeouts,
	       passed & 0xffffff);
	EXPECT(sent > 0, "the race took place");
	EXPECT(rcl_cond_destroy(&cond) == 0, "nobody waits");
}

/* The round in which somebody waits with a time limit, another one after it
 * without, and one signal is sent as the time is up. */
static struct {
	_Atomic unsigned int begun, waiting, signalled, woken;
	double end;			/* written before begun */
} lap;
static double early;			/* by how much the signal came too early, on
					   the average; written as end is */

static void patient_body(unsigned int unused)
{
	unsigned int n = rounds(1000);

	(void)unused;
	for (unsigned int i = 1; i <= n; i++) {
		while (lap.begun != i)
			sched_yield();
		rcl_lock(&mutex);
		lap.waiting = i;
		rcl_cond_wait(&cond, &mutex);
		lap.woken = i;
		rcl_unlock(&mutex);
	}
}

static void signal_body(unsigned int seed)
{
	unsigned int n = rounds(1000);
	double end;

	for (unsigned int i = 1; i <= n; i++) {
		while (lap.waiting != i)
			sched_yield();
		rcl_lock(&mutex);
		rcl_unlock(&mutex);
		end = lap.end + early + 1e-7 * (rand_r(&seed) % 20);
		while (now() < end)
			;
		rcl_cond_signal(&cond);
		lap.signalled = i;
	}
}

static int wait_with_limit(unsigned int number)
{
	struct timespec soon;
	int error;

	rcl_lock(&mutex);
	soon = in_seconds(CLOCK_REALTIME, 200e-6);
	lap.end = now() + 200e-6;
	lap.begun = number;
	error = rcl_cond_timedwait(&cond, &mutex, &soon);
	rcl_unlock(&mutex);
	return error;
}

/* If the first one did not get the signal, the second one does. */
static void check_signal_in_time(void)
{
	unsigned int n = rounds(1000), got = 0;
	pthread_t patient = start_thread(patient_body, 0);
	pthread_t signaller = start_thread(signal_body, 1);
	double limit;

	prctl(PR_SET_TIMERSLACK, 1);
	for (unsigned int i = 1; i <= n; i++) {
		int error = wait_with_limit(i);

		while (lap.signalled != i)
			sched_yield();
		early += error ? -0.3e-6 : 0.3e-6;
		if (error == 0) {
			got++;
			rcl_cond_signal(&cond);
		}
		for (limit = now() + 5; lap.woken != i && now() < limit;)
			sched_yield();
		EXPECT(lap.woken == i, "round %u: the signal is lost", i);
		if (lap.woken != i)
			exit(1);
	}
	pthread_join(patient, NULL);
	pthread_join(signaller, NULL);
	printf("# %u of %u signals came in time\n", got, n);
}

static void note_mutex_held(void *unused)
{
	(void)unused;
	EXPECT(rcl_trylock(&mutex) == EBUSY, "held in clean-up handlers");
	passed++;
	rcl_unlock(&mutex);
}

static void wait_to_be_cancelled(unsigned int unused)
{
	(void)unused;
	rcl_lock(&mutex);
	waiting++;
	pthread_cleanup_push(note_mutex_held, NULL);
	for (;;)
		rcl_cond_wait(&cond, &mutex);
	pthread_cleanup_pop(0);
}

static int wait_for_ever(void *unused)
{
	(void)unused;
	waiting++;
	return rcl_wait(&cond, &mutex);
}

static void exit_and_wait_to_be_cancelled(unsigned int unused)
{
	(void)unused;
	pthread_cleanup_push(note_mutex_held, NULL);
	rcl_exec_waiting(&mutex, wait_for_ever, NULL, 0);
	pthread_cleanup_pop(0);
}

static void expect_cancelled(void (*body)(unsigned int))
{
	pthread_t thread = start_thread(body, 0);
	unsigned int seen;
	void *result;

	do {
		rcl_lock(&mutex);
		seen = waiting;
		rcl_unlock(&mutex);
	} while (!seen);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	EXPECT(result == PTHREAD_CANCELED, "cancelled");
	EXPECT(passed == 1, "handlers run");
	EXPECT(rcl_trylock(&mutex) == 0, "the handler gave it back");
	EXPECT(rcl_cond_destroy(&cond) == 0, "nobody waits");
	rcl_unlock(&mutex);
}

static void check_cancelled_wait(void)
{
	expect_cancelled(wait_to_be_cancelled);
}

static void check_cancelled_exit_and_wait(void)
{
	expect_cancelled(exit_and_wait_to_be_cancelled);
}

static int wait_holding_other(void *unused)
{
	(void)unused;
	rcl_lock(&other);
	while (!turn)
		rcl_cond_wait(&cond, &mutex);
	rcl_unlock(&other);
	return 0;
}

static void wait_nested_body(unsigned int unused)
{
	(void)unused;
	rcl_exec_blocking(&mutex, wait_holding_other, NULL, 0);
	passed++;
}

static int go(void *unused)
{
	(void)unused;
	turn = 1;
	rcl_cond_signal(&cond);
	return 0;
}

/* Waits in a section that also holds the lease of another server's mutex. */
static void check_wait_nested(void)
{
	pthread_t thread = start_thread(wait_nested_body, 0);

	while (rcl_trylock(&other) == 0)
		rcl_unlock(&other);
	nap(0.02);
	rcl_exec(&mutex, go, NULL, 0);
	pthread_join(thread, NULL);
	EXPECT(passed == 1, "woken");
	EXPECT(rcl_trylock(&other) == 0, "given back");
}

/* In a section of another mutex, and under one's own recursive mutex. */
struct depth {
	rcl_mutex_t *m;
	unsigned int asked;
};

static int wait_once(void *ctx)
{
	struct depth *mine = ctx;

	if (mine->asked++)
		return rcl_waited();
	waiting = 1;
	return rcl_wait(&cond, mine->m);
}

static int exec_wait_once(void *m)
{
	struct depth mine = { .m = m };

	return rcl_exec_waiting(m, wait_once, &mine, sizeof(mine));
}

static rcl_mutex_t recursive = RCL_RECURSIVE_MUTEX_INITIALIZER(main);

static void nested_body(unsigned int number)
{
	if (number == 0) {
		EXPECT(rcl_exec_blocking(&other, exec_wait_once, &mutex, 0) ==
		       0, "nested");
	} else {
		rcl_lock(&recursive);
		EXPECT(exec_wait_once(&recursive) == 0, "recursive");
		EXPECT(rcl_unlock(&recursive) == 0, "held once");
		EXPECT(rcl_unlock(&recursive) == EPERM, "not held twice");
	}
}

static void check_exit_and_wait_nested(void)
{
	rcl_mutex_t *const mutexes[] = { &mutex, &recursive };

	/* A pthread mutex held twice is not free during a wait. */
	for (unsigned int i = 0; i < (traits & PTHREAD ? 1 : 2); i++) {
		pthread_t thread = start_thread(nested_body, i);
		unsigned int seen;

		do {
			rcl_lock(mutexes[i]);
			seen = waiting;
			rcl_unlock(mutexes[i]);
		} while (!seen);
		rcl_cond_signal(&cond);
		pthread_join(thread, NULL);
		waiting = 0;
	}
}

const struct check cond_checks[] = {
	{ "cond-ping-pong", check_ping_pong, 0 },
	{ "cond-wait-in-section", check_wait_in_section, 0 },
	{ "cond-bounded-queue", check_bounded_queue, 0 },
	{ "cond-fifo", check_fifo, NO_PTHREAD },
	{ "cond-broadcast", check_broadcast, 0 },
	{ "cond-timeout", check_timeout, 0 },
	{ "cond-signal-timeout-race", check_signal_timeout_race, 0 },
	{ "cond-signal-in-time", check_signal_in_time, 0 },
	{ "cond-cancelled-wait", check_cancelled_wait, 0 },
	{ "cond-wait-nested", check_wait_nested, 0 },
	{ "cond-exit-and-wait", check_exit_and_wait, 0 },
	{ "cond-exit-and-wait-nested", check_exit_and_wait_nested, 0 },
	{ "cond-exit-and-timeout", check_exit_and_timeout, 0 },
	{ "cond-cancelled-exit-and-wait", check_cancelled_exit_and_wait, 0 },
	{ NULL, NULL, 0 },
};
