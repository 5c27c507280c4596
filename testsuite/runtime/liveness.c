/* SPDX-License-Identifier: MIT */
/*
 * liveness.c - sections that block stall nobody else; nobody starves; threads
 * come and go; processes fork; idle servers cost nothing.
 */
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

enum { QUEUE = 12, CROWD = 40, CHURN = 5000, HORDE = 2000, SLOTS = 4096, TURNS = 100,
       RIVALS = 8, SHARE = 40 };

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t next = RCL_MUTEX_INITIALIZER(next);	/* the same server */
static rcl_mutex_t own[CROWD];
static rcl_cond_t cond = RCL_COND_INITIALIZER;
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static sem_t gate, exit_gate, arrived;
static int tube[2];

static unsigned long total;		/* guarded by mutex */
static _Atomic int flag, finished;

static int count(void *unused)
{
	(void)unused;
	total++;
	return 0;
}

static int nothing(void *unused)
{
	(void)unused;
	return 0;
}

static int executor(void *tid)
{
	*(long *)tid = syscall(SYS_gettid);
	return 0;
}

/* Whether another thread runs the sections of m. */
static bool is_remote(rcl_mutex_t *m)
{
	long tid = 0;

	rcl_exec_anon(m, executor, &tid, sizeof(tid));
	return tid != syscall(SYS_gettid);
}

static void check_where(void)
{
	const char *locks = getenv("RCL_LOCKS");
	bool rcl = strstr(locks, "rcl") != NULL;
	int before = thread_count();

	EXPECT(is_remote(&mutex) == rcl, "%s", locks);
	EXPECT((thread_count() > before) == rcl, "%s: %d threads", locks,
	       thread_count());
}

static int sleep_section(void *unused)
{
	(void)unused;
	while (!flag)
		nap(0.2);
	return 0;
}

static int plain_section(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&plain);
	pthread_mutex_unlock(&plain);
	return 0;
}

static int read_section(void *unused)
{
	char byte;

	(void)unused;
	EXPECT(read(tube[0], &byte, 1) == 1, "read");
	return 0;
}

static int spin_section(void *unused)
{
	(void)unused;
	while (!flag)
		;
	return 0;
}

static int wait_section(void *unused)
{
	struct timespec time;

	(void)unused;
	while (!flag) {
		time = in_seconds(CLOCK_REALTIME, 0.2);
		rcl_cond_timedwait(&cond, &mutex, &time);
	}
	return 0;
}

static rcl_section_fn *const blocking[] = { sleep_section, plain_section,
					    read_section, spin_section,
					    wait_section };

static int block(void *number)
{
	sem_post(&arrived);
	return blocking[*(unsigned int *)number](NULL);
}

static void block_body(unsigned int number)
{
	rcl_exec(&mutex, block, &number, sizeof(number));
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

/* While a section blocks, sections of another mutex of the server are executed
 * as if nothing were: it blocks until they have been. */
static void expect_no_stall(unsigned int number)
{
	double took[TURNS], start, first;
	pthread_t thread;

	rcl_exec(&next, nothing, NULL, 0);
	sem_init(&arrived, 0, 0);
	pthread_mutex_lock(&plain);
	EXPECT(pipe(tube) == 0, "pipe");
	flag = 0;
	thread = start_thread(block_body, number);
	sem_wait(&arrived);
	for (int i = 0; i < TURNS; i++) {
		start = now();
		rcl_exec(&next, nothing, NULL, 0);
		took[i] = now() - start;
		nap(0.001);
	}
	flag = 1;
	EXPECT(write(tube[1], "x", 1) == 1, "write");
	pthread_mutex_unlock(&plain);
	pthread_join(thread, NULL);
	first = took[0];
	qsort(took, TURNS, sizeof(took[0]), compare);
	EXPECT(took[TURNS / 2] < 0.02, "section %u blocks: median wait %.1f ms",
	       number, 1e3 * took[TURNS / 2]);
	printf("# section %u blocks: the first other one takes %.3f ms, the median "
	       "%.3f ms, the longest %.3f ms\n", number, 1e3 * first,
	       1e3 * took[TURNS / 2], 1e3 * took[TURNS - 1]);
}

static void check_no_stall(void)
{
	for (unsigned int i = 0; i < 5; i++)
		expect_no_stall(i);
}

static int raise_flag(void *unused)
{
	(void)unused;
	flag = 1;
	return 0;
}

static void await_flag_body(unsigned int unused)
{
	(void)unused;
	rcl_exec_blocking(&mutex, spin_section, NULL, 0);
}

/* One section spins until another one of the same server has run. */
static void check_ad_hoc_synchronisation(void)
{
	pthread_t thread = start_thread(await_flag_body, 0);

	nap(0.02);
	rcl_exec(&next, raise_flag, NULL, 0);
	pthread_join(thread, NULL);
}

static int pass_gate(void *unused)
{
	(void)unused;
	sem_post(&arrived);
	while (sem_wait(&gate))
		;
	return 0;
}

static int open_gate(void *unused)
{
	(void)unused;
	for (int i = 0; i < CROWD; i++)
		sem_post(&gate);
	return 0;
}

static void crowd_body(unsigned int number)
{
	rcl_exec_blocking(&own[number], pass_gate, NULL, 0);
}

/* All sections of a crowd block at once, until a further one opens the gate. */
static void check_many_blocked(void)
{
	pthread_t threads[CROWD];

	sem_init(&gate, 0, 0);
	sem_init(&arrived, 0, 0);
	for (unsigned int i = 0; i < CROWD; i++) {
		rcl_mutex_init(&own[i], NULL, main);
		threads[i] = start_thread(crowd_body, i);
	}
	for (unsigned int i = 0; i < CROWD; i++)
		while (sem_wait(&arrived))
			;
	rcl_exec(&next, open_gate, NULL, 0);
	for (unsigned int i = 0; i < CROWD; i++)
		pthread_join(threads[i], NULL);
}

static void late_use(void *unused)
{
	(void)unused;
	rcl_exec(&mutex, count, NULL, 0);
	rcl_lock(&mutex);
	total++;
	rcl_unlock(&mutex);
}

static void churn_body(unsigned int number)
{
	if (number % 10 == 0)
		pthread_setspecific(key, &key);
	rcl_exec(&mutex, count, NULL, 0);
}

static void expect_remote_body(unsigned int unused)
{
	(void)unused;
	EXPECT(is_remote(&mutex), "slots are recycled");
}

/* More threads than slots, one after the other; some use the mutex once more
 * while they end. */
static void check_thread_churn(void)
{
	unsigned int batches = rounds(CHURN / 10);

	/* First a use: the library's destructor comes before the other one. */
	rcl_exec(&mutex, nothing, NULL, 0);
	pthread_key_create(&key, late_use);
	for (unsigned int i = 0; i < batches; i++)
		run_threads(10, churn_body);
	EXPECT(total == batches * 12, "%lu of %u", total, batches * 12);
	if (traits & HAS_SERVERS)
		run_threads(1, expect_remote_body);
}

static void horde_body(unsigned int unused)
{
	(void)unused;
	sem_post(&arrived);
	sem_wait(&gate);
	late_use(NULL);
	finished++;
	sem_wait(&exit_gate);
}

/* So many threads at a time. */
static void horde(unsigned int count)
{
	pthread_t *threads = calloc(count, sizeof(*threads));
	pthread_attr_t attr;

	sem_init(&gate, 0, 0);
	sem_init(&exit_gate, 0, 0);
	sem_init(&arrived, 0, 0);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 32 << 10);
	pthread_setattr_default_np(&attr);
	for (unsigned int i = 0; i < count; i++)
		threads[i] = start_thread(horde_body, i);
	for (unsigned int i = 0; i < count; i++)
		sem_wait(&arrived);
	for (unsigned int i = 0; i < count; i++)
		sem_post(&gate);
	while (finished < (int)count)
		nap(0.001);
	for (unsigned int i = 0; i < count; i++)
		sem_post(&exit_gate);
	for (unsigned int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	EXPECT(total == 2 * count, "%lu", total);
	free(threads);
}

static void check_horde(void)
{
	horde(HORDE);
}

/* The last ones execute their sections themselves. */
static void check_more_threads_than_slots(void)
{
	horde(SLOTS + 300);
}

static void use_body(unsigned int unused)
{
	(void)unused;
	for (unsigned int i = rounds(500); i > 0; i--)
		late_use(NULL);
}

static void forever_body(unsigned int unused)
{
	(void)unused;
	sem_post(&arrived);
	while (!flag)
		rcl_exec(&next, nothing, NULL, 0);
}

static void wanting_body(unsigned int unused)
{
	(void)unused;
	sem_post(&arrived);
	while (!flag)
		rcl_exec(&mutex, nothing, NULL, 0);
}

static int child_of(pid_t child)
{
	int status = -1;

	waitpid(child, &status, 0);
	return status;
}

static bool handled;

static void take_to_fork(void)
{
	if (handled)
		rcl_lock(&mutex);
}

static void give_back_after_fork(void)
{
	if (handled)
		rcl_unlock(&mutex);
}

/* Before anything has used the library. */
static __attribute__((constructor)) void register_handlers(void)
{
	pthread_atfork(take_to_fork, give_back_after_fork, give_back_after_fork);
}

static pid_t fork_and_use(void)
{
	pid_t child = fork();

	if (child == 0) {
		alarm(20);
		if (!handled)
			rcl_unlock(&mutex);
		run_threads(4, use_body);
		_exit(total == 8 * rounds(500) ? 0 : 1);
	}
	return child;
}

/* The child works on, while the parent's threads are busy at the fork. */
static void check_fork(void)
{
	pthread_t busy[2];
	int status;

	sem_init(&arrived, 0, 0);
	for (unsigned int i = 0; i < 2; i++) {
		busy[i] = start_thread(forever_body, i);
		sem_wait(&arrived);
	}
	for (int i = 0; i < 20; i++) {
		late_use(NULL);
		rcl_lock(&mutex);
		total = 0;
		status = child_of(fork_and_use());
		EXPECT(status == 0, "fork %d: status %x", i,
		       (unsigned int)status);
		rcl_unlock(&mutex);
	}
	flag = 1;
	for (unsigned int i = 0; i < 2; i++)
		pthread_join(busy[i], NULL);
	run_threads(4, use_body);
	EXPECT(total == 8 * rounds(500), "%lu", total);
}

/* The program's own handlers hold the mutex around the fork. */
static void check_fork_handlers(void)
{
	pthread_t busy[2];
	int status;

	sem_init(&arrived, 0, 0);
	for (unsigned int i = 0; i < 2; i++) {
		busy[i] = start_thread(wanting_body, i);
		sem_wait(&arrived);
	}
	for (int i = 0; i < 5; i++) {
		rcl_lock(&mutex);
		total = 0;
		rcl_unlock(&mutex);
		handled = true;
		status = child_of(fork_and_use());
		handled = false;
		EXPECT(status == 0, "fork %d: status %x", i,
		       (unsigned int)status);
	}
	flag = 1;
	for (unsigned int i = 0; i < 2; i++)
		pthread_join(busy[i], NULL);
}

static void lock_once_body(unsigned int unused)
{
	(void)unused;
	rcl_exec(&mutex, nothing, NULL, 0);
}

/* Each waits in another way, after a turn of its own. */
static void queue_body(unsigned int number)
{
	struct timespec later = in_seconds(CLOCK_REALTIME, 15);

	rcl_exec(&next, nothing, NULL, 0);
	sem_post(&arrived);
	sem_wait(number < QUEUE / 2 ? &exit_gate : &gate);
	if (number % 3 == 0) {
		rcl_exec_anon(&mutex, count, NULL, 0);
		return;
	}
	EXPECT(number % 3 == 1 ? rcl_lock(&mutex) == 0 :
				 rcl_timedlock(&mutex, &later) == 0, "in time");
	total++;
	rcl_unlock(&mutex);
}

enum { TAKERS = 3 };

static rcl_cond_t offered = RCL_COND_INITIALIZER;
static unsigned int offers, takers;	/* guarded by mutex, both */

static int take_offer(void *unused)
{
	(void)unused;
	if (offers == 0)
		return rcl_wait(&offered, &mutex);
	offers--;
	return 0;
}

static void taker_body(unsigned int number)
{
	rcl_lock(&mutex);
	takers++;
	rcl_unlock(&mutex);
	if (number % 2) {
		rcl_exec_waiting(&mutex, take_offer, NULL, 0);
		return;
	}
	rcl_lock(&mutex);
	while (offers == 0)
		rcl_cond_wait(&offered, &mutex);
	offers--;
	rcl_unlock(&mutex);
}

/* As many threads take an offer each as there are signals. */
static void offer_and_take(void)
{
	pthread_t threads[TAKERS];

	takers = 0;
	for (unsigned int i = 0; i < TAKERS; i++)
		threads[i] = start_thread(taker_body, i);
	for (unsigned int i = 0; i < TAKERS; i++) {
		nap(0.02);
		rcl_lock(&mutex);
		offers++;
		rcl_cond_signal(&offered);
		rcl_unlock(&mutex);
	}
	for (unsigned int i = 0; i < TAKERS; i++)
		pthread_join(threads[i], NULL);
	EXPECT(rcl_cond_destroy(&offered) == 0, "nobody waits");
}

/* Others wait for a condition: the child's copy of it must not wake a thread that
 * the child has not, in the place of one that it has. */
static void check_fork_with_takers(void)
{
	pthread_t threads[TAKERS];
	struct child child;
	bool all = false;
	char text[64];

	for (unsigned int i = 0; i < TAKERS; i++)
		threads[i] = start_thread(taker_body, i);
	while (!all) {
		nap(0.05);
		rcl_lock(&mutex);
		all = takers == TAKERS;
		rcl_unlock(&mutex);
	}
	child = start_child(offer_and_take, STDERR_FILENO);
	EXPECT(end_child(&child, text, sizeof(text)) == 0, "the child: %s", text);
	rcl_lock(&mutex);
	offers = TAKERS;
	rcl_cond_broadcast(&offered);
	rcl_unlock(&mutex);
	for (unsigned int i = 0; i < TAKERS; i++)
		pthread_join(threads[i], NULL);
}

/* Others wait for the mutex that the forking thread holds: the child's copy of
 * it must not wait for a thread that the child has not, nor serve one.  The
 * slots of those who wait are beyond those that the child's threads get,
 * because the first ones come later. */
static void check_fork_with_waiters(void)
{
	pthread_t waiters[QUEUE];
	int status;

	sem_init(&gate, 0, 0);
	sem_init(&exit_gate, 0, 0);
	sem_init(&arrived, 0, 0);
	for (unsigned int i = 0; i < QUEUE; i++)
		waiters[i] = start_thread(queue_body, i);
	for (unsigned int i = 0; i < QUEUE; i++)
		sem_wait(&arrived);
	rcl_lock(&mutex);
	for (unsigned int i = 0; i < QUEUE / 2; i++)
		sem_post(&gate);
	nap(0.05);
	status = child_of(fork_and_use());
	EXPECT(status == 0, "status %x", (unsigned int)status);
	rcl_unlock(&mutex);
	for (unsigned int i = 0; i < QUEUE / 2; i++)
		sem_post(&exit_gate);
	for (unsigned int i = 0; i < QUEUE; i++)
		pthread_join(waiters[i], NULL);
	EXPECT(total == QUEUE, "%lu", total);
}

static void rival(unsigned int number, bool leases)
{
	for (unsigned int done = 0; finished < RIVALS;) {
		if (leases && number % 2) {
			rcl_lock(&mutex);
			total++;
			rcl_unlock(&mutex);
		} else {
			rcl_exec_anon(&mutex, count, NULL, 0);
		}
		finished += ++done == SHARE;
	}
}

static void executing_rival_body(unsigned int number)
{
	rival(number, false);
}

static void leasing_rival_body(unsigned int number)
{
	rival(number, true);
}

/* Threads that never rest: none keeps another one out, however long that has to
 * wait at times. */
static void check_nobody_starves(void)
{
	run_threads(RIVALS, executing_rival_body);
	finished = 0;
	run_threads(RIVALS, leasing_rival_body);
	EXPECT(total >= 2ul * RIVALS * SHARE, "%lu", total);
}

static double cpu_time(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void hold_body(unsigned int unused)
{
	(void)unused;
	rcl_lock(&mutex);
	flag = 1;
	nap(0.9);
	rcl_unlock(&mutex);
}

/* What a stretch of time costs, in seconds: the least of three, for on a busy
 * machine a thread may not have come to rest when the first one begins. */
static double idle_cost(double seconds)
{
	double least = seconds;

	for (int i = 0; i < 3; i++) {
		double before = cpu_time(), took;

		nap(seconds);
		took = cpu_time() - before;
		if (took < least)
			least = took;
	}
	return least;
}

/* A server without work sleeps, and so do clients that wait for long. */
static void check_idle_cost(void)
{
	pthread_t holder, waiter;
	double took;

	late_use(NULL);
	nap(0.1);
	took = idle_cost(0.4);
	EXPECT(took < 0.005, "%.1f ms of 400 with no work", 1e3 * took);
	holder = start_thread(hold_body, 0);
	while (!flag)
		nap(0.001);
	waiter = start_thread(lock_once_body, 0);
	nap(0.1);
	took = idle_cost(0.2);
	EXPECT(took < 0.005, "%.1f ms of 200 with a held mutex", 1e3 * took);
	pthread_join(holder, NULL);
	pthread_join(waiter, NULL);
}

const struct check liveness_checks[] = {
	{ "where", check_where, 0 },
	{ "no-stall", check_no_stall, NEEDS_SERVER },
	{ "ad-hoc-synchronisation", check_ad_hoc_synchronisation, 0 },
	{ "many-blocked", check_many_blocked, 0 },
	{ "nobody-starves", check_nobody_starves, NO_PTHREAD | NO_PURE_SPIN },
	{ "thread-churn", check_thread_churn, 0 },
	{ "horde", check_horde, NO_SANITIZER },
	{ "more-threads-than-slots", check_more_threads_than_slots,
	  NEEDS_SERVER | NO_SANITIZER },
	{ "fork", check_fork, NO_TSAN },
	{ "fork-with-waiters", check_fork_with_waiters, NO_TSAN },
	{ "fork-with-takers", check_fork_with_takers, NO_SANITIZER | NO_PTHREAD },
	{ "fork-handlers", check_fork_handlers, NO_TSAN },
	{ "idle-cost", check_idle_cost, NO_PURE_SPIN | NO_SANITIZER },
	{ NULL, NULL, 0 },
};
