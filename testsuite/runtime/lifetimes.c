/* SPDX-License-Identifier: MIT */
/*
 * lifetimes.c - mutexes that vanish right after their last use; threads that are
 * cancelled or interrupted.
 */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "validate.h"

enum { SHARERS = 4, OBJECTS = 2000, VICTIMS = 3, ENOUGH = 50 };

/* Destruction right after the last use. */

static struct object {
	rcl_mutex_t lock;
	unsigned int users;		/* guarded by lock */
} *objects[OBJECTS];
static _Atomic unsigned int step;

static int leave_cs(void *arg)
{
	struct object *object = *(struct object **)arg;

	return --object->users == 0;
}

static bool leave_leased(struct object *object)
{
	bool last;

	rcl_lock(&object->lock);
	last = --object->users == 0;
	rcl_unlock(&object->lock);
	return last;
}

/* Whoever was the last to use an object unmaps it.  The others may still be on
 * their way out of their last call. */
static void share_body(unsigned int number)
{
	unsigned int n = rounds(OBJECTS), seed = number;

	for (unsigned int i = 0; i < n; i++) {
		struct object *object = objects[i];
		unsigned int call = (i + number) % 4;

		/* All at about the same time. */
		step++;
		while (step < SHARERS * (i + 1))
			sched_yield();
		for (int spin = rand_r(&seed) % 60000; spin > 0; spin--)
			atomic_signal_fence(memory_order_seq_cst);
		if (call == 3 ? leave_leased(object) :
				exec_calls[call](&object->lock, leave_cs,
						 &object, sizeof(object))) {
			EXPECT(rcl_mutex_destroy(&object->lock) == 0, "free");
			munmap(object, sizeof(*object));
		}
	}
}

static void check_last_use(void)
{
	unsigned int n = rounds(OBJECTS);

	for (unsigned int i = 0; i < n; i++) {
		objects[i] = mmap(NULL, sizeof(*objects[i]),
				  PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		rcl_mutex_init(&objects[i]->lock, NULL, main);
		objects[i]->users = SHARERS;
	}
	run_threads(SHARERS, share_body);
}

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);

/* A condition variable goes as soon as nobody waits for it: those who have been
 * woken, or whose time is up, may still be on their way out. */

static rcl_cond_t *events[OBJECTS];
static bool happened[OBJECTS];		/* guarded by mutex */

static void await_body(unsigned int number)
{
	unsigned int n = rounds(OBJECTS), seed = number;
	struct timespec soon;

	for (unsigned int i = 0; i < n; i++) {
		rcl_lock(&mutex);
		while (!happened[i]) {
			soon = in_seconds(CLOCK_REALTIME,
					  1e-6 * (rand_r(&seed) % 100));
			rcl_cond_timedwait(events[i], &mutex, &soon);
		}
		rcl_unlock(&mutex);
	}
}

static void happen_body(void)
{
	for (unsigned int i = 0, seed = 1; i < rounds(OBJECTS); i++) {
		nap(1e-6 * (rand_r(&seed) % 100));
		rcl_lock(&mutex);
		happened[i] = true;
		rcl_cond_broadcast(events[i]);
		EXPECT(rcl_cond_destroy(events[i]) == 0, "nobody waits");
		munmap(events[i], sizeof(*events[i]));
		rcl_unlock(&mutex);
	}
}

static void happen_or_await_body(unsigned int number)
{
	if (number == 0)
		happen_body();
	else
		await_body(number);
}

static void check_cond_last_use(void)
{
	for (unsigned int i = 0; i < rounds(OBJECTS); i++) {
		events[i] = mmap(NULL, sizeof(*events[i]),
				 PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		rcl_cond_init(events[i], NULL);
	}
	run_threads(SHARERS, happen_or_await_body);
}

/* Cancellation. */

static unsigned int total;		/* guarded by mutex */
static sem_t arrived;
static _Atomic bool flag;
static _Atomic unsigned int ran;

static int count_cs(void *unused)
{
	(void)unused;
	total++;
	return 0;
}

static int sleep_and_count_cs(void *unused)
{
	(void)unused;
	nap(0.001);
	total++;
	return 0;
}

static void *wait_and_count(void *unused)
{
	(void)unused;
	for (unsigned int i = 0; i < 2; i++) {
		sem_post(&arrived);
		rcl_exec(&mutex, count_cs, NULL, 0);
		rcl_lock(&mutex);
		total++;
		rcl_unlock(&mutex);
	}
	ran++;
	pthread_testcancel();
	EXPECT(false, "the cancellation is only put off");
	return NULL;
}

/* Who waits for a mutex is not cancelled there. */
static void check_cancel_waiting(void)
{
	pthread_t victims[VICTIMS];
	void *result;

	sem_init(&arrived, 0, 0);
	rcl_lock(&mutex);
	for (unsigned int i = 0; i < VICTIMS; i++) {
		pthread_create(&victims[i], NULL, wait_and_count, NULL);
		sem_wait(&arrived);
	}
	nap(0.02);
	for (unsigned int i = 0; i < VICTIMS; i++)
		pthread_cancel(victims[i]);
	nap(0.02);
	rcl_unlock(&mutex);
	for (unsigned int i = 0; i < VICTIMS; i++) {
		pthread_join(victims[i], &result);
		EXPECT(result == PTHREAD_CANCELED, "cancelled in the end");
	}
	EXPECT(ran == VICTIMS && total == 4 * VICTIMS, "%u, %u", ran, total);
}

static int await_flag_cs(void *unused)
{
	(void)unused;
	sem_post(&arrived);
	while (!flag)
		;
	total++;
	return 0;
}

static void *hold_and_count(void *unused)
{
	(void)unused;
	rcl_exec(&mutex, await_flag_cs, NULL, 0);
	ran++;
	pthread_testcancel();
	EXPECT(false, "the cancellation is only put off");
	return NULL;
}

static void wait_behind_body(unsigned int number)
{
	exec_calls[1 + number % 2](&mutex, sleep_and_count_cs, NULL, 0);
	ran++;
}

/* A thread that is cancelled while it may be running the sections of others,
 * which are cancellation points, runs them to their ends. */
static void check_cancel_busy(void)
{
	pthread_t victim, others[VICTIMS];
	void *result;

	sem_init(&arrived, 0, 0);
	pthread_create(&victim, NULL, hold_and_count, NULL);
	sem_wait(&arrived);
	for (unsigned int i = 0; i < VICTIMS; i++)
		others[i] = start_thread(wait_behind_body, i);
	nap(0.02);
	pthread_cancel(victim);
	flag = true;
	for (unsigned int i = 0; i < VICTIMS; i++)
		pthread_join(others[i], NULL);
	pthread_join(victim, &result);
	EXPECT(result == PTHREAD_CANCELED, "cancelled in the end");
	EXPECT(ran == VICTIMS + 1 && total == VICTIMS + 1, "%u, %u", ran, total);
}

/* Interruption. */

static _Atomic unsigned int signals, expected;

static void on_signal(int unused)
{
	(void)unused;
	signals++;
}

static void interrupted_body(unsigned int number)
{
	struct timespec soon;
	unsigned int n = rounds(3000), i;

	for (i = 0; i < n || signals < ENOUGH; i++) {
		exec_calls[(i + number) % 3](&mutex, count_cs, NULL, 0);
		soon = in_seconds(CLOCK_REALTIME, 10);
		EXPECT(rcl_timedlock(&mutex, &soon) == 0, "in time");
		total++;
		if (i % 100 == 0)
			nap(0.0005);
		rcl_unlock(&mutex);
	}
	expected += 2 * i;
	ran++;
}

/* Signals reach threads wherever they wait, and disturb none. */
static void check_interrupted(void)
{
	const struct sigaction action = { .sa_handler = on_signal };
	pthread_t threads[VICTIMS];

	sigaction(SIGUSR1, &action, NULL);
	for (unsigned int i = 0; i < VICTIMS; i++)
		threads[i] = start_thread(interrupted_body, i);
	for (unsigned int i = 0; ran < VICTIMS; i++) {
		pthread_kill(threads[i % VICTIMS], SIGUSR1);
		nap(0.0002);
	}
	for (unsigned int i = 0; i < VICTIMS; i++)
		pthread_join(threads[i], NULL);
	EXPECT(total == expected, "%u of %u", total, expected);
}

const struct check lifetime_checks[] = {
	{ "last-use", check_last_use, 0 },
	{ "cond-last-use", check_cond_last_use, 0 },
	{ "cancel-waiting", check_cancel_waiting, NO_TSAN },
	{ "cancel-busy", check_cancel_busy, NO_TSAN },
	{ "interrupted", check_interrupted, 0 },
	{ NULL, NULL, 0 },
};
