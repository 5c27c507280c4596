/* SPDX-License-Identifier: MIT */
/*
 * truth WHAT: does a known number of known things with locks, so that what the profile says of them can be held against
 * what was done. Semaphores, which are not recorded, make the order certain.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 500, QUEUE = 3, NESTS = 300, CROSSES = 40, SLEEPS = 30, DELAYS = 5, MEETINGS = 20000, HOLDS = 400, OFTEN = 50000 };
enum { READS = 70, WRITES = 30, SPINS = 50, BARRIERS = 20, C11 = 60, LOCKS = 6000, COPIES = 25, CROWD = 1000000 };

static pthread_mutex_t relay_lock = PTHREAD_MUTEX_INITIALIZER, queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t outer_lock = PTHREAD_MUTEX_INITIALIZER, inner_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t sleeping_lock = PTHREAD_MUTEX_INITIALIZER, spinning_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t delaying_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER, met_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t many_locks[LOCKS];
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin_lock;
static pthread_barrier_t both;
static mtx_t c11_lock;
static cnd_t c11_condition;
static pthread_cond_t late = PTHREAD_COND_INITIALIZER;
static sem_t here, there;
static long long others_wait;	/* ns */

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void spin(long long ns)
{
	long long end = now() + ns;

	while (now() < end)
		;
}

/* Runs the functions in threads of their own, side by side. */
static void together(void *(*const *starts)(void *), int count)
{
	pthread_t threads[8];

	for (int i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, starts[i], NULL);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
}

/* --- a lock that changes its owner at every acquisition --------------------------------------------------------- */

static void turns(sem_t *mine, sem_t *other)
{
	for (int i = 0; i < TURNS; i++) {
		sem_wait(mine);
		pthread_mutex_lock(&relay_lock);
		pthread_mutex_unlock(&relay_lock);
		sem_post(other);
	}
}

static void *first_turns(void *unused)
{
	turns(&here, &there);
	return unused;
}

static void *second_turns(void *unused)
{
	turns(&there, &here);
	return unused;
}

static void relay(void)
{
	sem_post(&here);
	together((void *(*const[])(void *)){ first_turns, second_turns }, 2);
}

/* --- a queue of threads behind 200 ms --------------------------------------------------------------------------- */

static void *stand_in_line(void *unused)
{
	sem_post(&here);
	pthread_mutex_lock(&queue_lock);
	pthread_mutex_unlock(&queue_lock);
	return unused;
}

static void queue(void)
{
	pthread_t threads[QUEUE];

	pthread_mutex_lock(&queue_lock);
	for (int i = 0; i < QUEUE; i++)
		pthread_create(&threads[i], NULL, stand_in_line, NULL);
	for (int i = 0; i < QUEUE; i++)
		sem_wait(&here);
	usleep(200000);
	pthread_mutex_unlock(&queue_lock);
	for (int i = 0; i < QUEUE; i++)
		pthread_join(threads[i], NULL);
}

/* --- nesting ---------------------------------------------------------------------------------------------------- */

static void nest(void)
{
	for (int i = 0; i < NESTS; i++) {
		pthread_mutex_lock(&outer_lock);
		pthread_mutex_lock(&inner_lock);
		pthread_mutex_unlock(&inner_lock);
		pthread_mutex_unlock(&outer_lock);
	}
	for (int i = 0; i < CROSSES; i++) {
		pthread_mutex_lock(&outer_lock);
		pthread_mutex_lock(&inner_lock);
		pthread_mutex_unlock(&outer_lock);
		pthread_mutex_unlock(&inner_lock);
	}
}

/* --- sections that sleep, and that do not ------------------------------------------------------------------------- */

static void block(void)
{
	for (int i = 0; i < SLEEPS; i++) {
		pthread_mutex_lock(&sleeping_lock);
		usleep(1000);
		pthread_mutex_unlock(&sleeping_lock);
		pthread_mutex_lock(&spinning_lock);
		spin(100000);
		pthread_mutex_unlock(&spinning_lock);
	}
}

/* --- one site waits for another --------------------------------------------------------------------------------- */

/* The C library's mutex is 2 while somebody sleeps for it. */
static void until_waited_for(const pthread_mutex_t *mutex)
{
	while (*(const volatile int *)&mutex->__data.__lock != 2)
		usleep(1000);
}

static void *hold_up(void *unused)
{
	for (int i = 0; i < DELAYS; i++) {
		pthread_mutex_lock(&delaying_lock);
		sem_post(&here);
		until_waited_for(&delaying_lock);
		usleep(20000);
		pthread_mutex_unlock(&delaying_lock);
		sem_wait(&there);
	}
	return unused;
}

static void *be_held_up(void *unused)
{
	for (int i = 0; i < DELAYS; i++) {
		sem_wait(&here);
		pthread_mutex_lock(&delaying_lock);
		pthread_mutex_unlock(&delaying_lock);
		sem_post(&there);
	}
	return unused;
}

static void delay(void)
{
	together((void *(*const[])(void *)){ hold_up, be_held_up }, 2);
}

/* --- locks in use at the same time ------------------------------------------------------------------------------ */

static void take_often(pthread_mutex_t *mutex)
{
	for (int i = 0; i < MEETINGS; i++) {
		pthread_mutex_lock(mutex);
		pthread_mutex_unlock(mutex);
	}
}

static void *keep_busy(void *unused)
{
	pthread_mutex_lock(&busy_lock);
	sem_post(&here);
	sem_wait(&there);
	pthread_mutex_unlock(&busy_lock);
	return unused;
}

/* met_lock meets busy_lock at every acquisition, idle_lock at none. */
static void meet(void)
{
	pthread_t thread;

	pthread_mutex_lock(&idle_lock);
	pthread_mutex_unlock(&idle_lock);
	pthread_create(&thread, NULL, keep_busy, NULL);
	sem_wait(&here);
	take_often(&met_lock);
	sem_post(&there);
	pthread_join(thread, NULL);
}

/* --- holds of 50 us, and a hundredth of them of 2 ms ------------------------------------------------------------ */

static void hold(void)
{
	for (int i = 0; i < HOLDS; i++) {
		pthread_mutex_lock(&spinning_lock);
		spin(i % 50 == 25 ? 2000000 : 50000);
		pthread_mutex_unlock(&spinning_lock);
	}
}

/* --- more short sections than are timed one by one, of 1 us each ------------------------------------------------- */

static void often(void)
{
	for (int i = 0; i < OFTEN; i++) {
		pthread_mutex_lock(&busy_lock);
		spin(1000);
		pthread_mutex_unlock(&busy_lock);
	}
}

/* --- waits for each type, timed by the program itself ------------------------------------------------------------- */

static void *hold_table(void *unused)
{
	pthread_rwlock_wrlock(&table_lock);
	sem_post(&here);
	usleep(60000);
	pthread_rwlock_unlock(&table_lock);
	return unused;
}

static void *hold_spinlock(void *unused)
{
	pthread_spin_lock(&spin_lock);
	sem_post(&here);
	usleep(40000);
	pthread_spin_unlock(&spin_lock);
	return unused;
}

static void *come_late(void *unused)
{
	long long begin;

	usleep(50000);
	begin = now();
	pthread_barrier_wait(&both);
	others_wait = now() - begin;
	return unused;
}

static void *signal_late(void *unused)
{
	usleep(30000);
	pthread_mutex_lock(&idle_lock);
	pthread_cond_signal(&late);
	pthread_mutex_unlock(&idle_lock);
	return unused;
}

static long long wait_for_table(void)
{
	long long begin, end;

	sem_wait(&here);
	begin = now();
	pthread_rwlock_rdlock(&table_lock);
	end = now();
	pthread_rwlock_unlock(&table_lock);
	return end - begin;
}

static long long wait_for_spinlock(void)
{
	long long begin, end;

	sem_wait(&here);
	begin = now();
	pthread_spin_lock(&spin_lock);
	end = now();
	pthread_spin_unlock(&spin_lock);
	return end - begin;
}

static long long wait_for_barrier(void)
{
	long long begin = now();

	pthread_barrier_wait(&both);
	return now() - begin;
}

static long long wait_for_condition(void)
{
	long long begin, end;

	pthread_mutex_lock(&idle_lock);
	begin = now();
	pthread_cond_wait(&late, &idle_lock);
	end = now();
	pthread_mutex_unlock(&idle_lock);
	return end - begin;
}

/* Prints how long each wait took. */
static void waits(void)
{
	static const struct {
		const char *name;
		void *(*other)(void *);
		long long (*wait)(void);
	} all[] = { { "table_lock", hold_table, wait_for_table }, { "spin_lock", hold_spinlock, wait_for_spinlock },
		    { "both", come_late, wait_for_barrier }, { "late", signal_late, wait_for_condition } };

	pthread_spin_init(&spin_lock, PTHREAD_PROCESS_PRIVATE);
	pthread_barrier_init(&both, NULL, 2);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		pthread_t thread;
		long long ns;

		others_wait = 0;
		pthread_create(&thread, NULL, all[i].other, NULL);
		ns = all[i].wait();
		pthread_join(thread, NULL);
		printf("%s %lld\n", all[i].name, ns + others_wait);
	}
}

/* --- every type ------------------------------------------------------------------------------------------------- */

static void *meet_at_barrier(void *unused)
{
	for (int i = 0; i < BARRIERS; i++)
		pthread_barrier_wait(&both);
	return unused;
}

static int c11_work(void *unused)
{
	struct timespec past = { 0, 0 };

	(void)unused;
	for (int i = 0; i < C11; i++) {
		mtx_lock(&c11_lock);
		cnd_timedwait(&c11_condition, &c11_lock, &past);
		mtx_unlock(&c11_lock);
	}
	return 0;
}

static void read_and_write(void)
{
	for (int i = 0; i < READS; i++) {
		pthread_rwlock_rdlock(&table_lock);
		pthread_rwlock_rdlock(&table_lock);
		pthread_rwlock_unlock(&table_lock);
		pthread_rwlock_unlock(&table_lock);
	}
	for (int i = 0; i < WRITES; i++) {
		pthread_rwlock_wrlock(&table_lock);
		if (!pthread_rwlock_tryrdlock(&table_lock))
			abort();
		pthread_rwlock_unlock(&table_lock);
	}
}

static void types(void)
{
	thrd_t thread;

	read_and_write();
	pthread_spin_init(&spin_lock, PTHREAD_PROCESS_PRIVATE);
	for (int i = 0; i < SPINS; i++) {
		pthread_spin_lock(&spin_lock);
		pthread_spin_unlock(&spin_lock);
	}
	pthread_barrier_init(&both, NULL, 2);
	together((void *(*const[])(void *)){ meet_at_barrier, meet_at_barrier }, 2);
	mtx_init(&c11_lock, mtx_plain);
	cnd_init(&c11_condition);
	if (thrd_create(&thread, c11_work, NULL) != thrd_success)
		abort();
	thrd_join(thread, NULL);
}

/* --- more static locks than are kept apart ---------------------------------------------------------------------- */

static void many(void)
{
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < LOCKS; i++) {
			pthread_mutex_lock(&many_locks[i]);
			pthread_mutex_unlock(&many_locks[i]);
		}
}

/* --- locks that nothing initialises: copies of another, and a million of zeroes ----------------------------------- */

struct copied {
	int value;
	pthread_mutex_t guard;
};

static void copies(void)
{
	static const struct copied original = { 1, PTHREAD_MUTEX_INITIALIZER };

	for (int i = 0; i < COPIES; i++) {
		struct copied *copy = malloc(sizeof *copy);

		memcpy(copy, &original, sizeof *copy);
		pthread_mutex_lock(&copy->guard);
		pthread_mutex_unlock(&copy->guard);
	}
}

static void crowd(void)
{
	struct copied *crowded = calloc(CROWD, sizeof *crowded);

	for (int i = 0; i < CROWD; i++) {
		pthread_mutex_lock(&crowded[i].guard);
		pthread_mutex_unlock(&crowded[i].guard);
	}
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} all[] = { { "relay", relay }, { "queue", queue }, { "nest", nest }, { "block", block }, { "delay", delay },
		    { "meet", meet }, { "hold", hold }, { "often", often }, { "waits", waits }, { "types", types }, { "many", many },
		    { "copies", copies }, { "crowd", crowd } };

	sem_init(&here, 0, 0);
	sem_init(&there, 0, 0);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (argc > 1 && !strcmp(argv[1], all[i].name))
			all[i].run();
	return 0;
}
