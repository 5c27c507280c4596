/* SPDX-License-Identifier: MIT */
/*
 * mixed.c - threads take five mutexes, whose kinds RCL_LOCKS mixes, in every way and
 * one inside of another: mixed ROUNDS THREADS SEED
 *
 * All take them in the same order.  Only the last one's sections are detached, for
 * whoever asks the server later waits for those.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <rcl.h>

#define RCL_LOCK_m0	RCL_POSIX
#define RCL_LOCK_m1	RCL_POSIX
#define RCL_LOCK_m2	RCL_POSIX
#define RCL_LOCK_m3	RCL_POSIX
#define RCL_LOCK_m4	RCL_POSIX

enum { MUTEXES = 5, LAST = MUTEXES - 1, EXIT = 5, MOST_WAITS = 3 };

static rcl_mutex_t mutexes[MUTEXES] = {
	RCL_MUTEX_INITIALIZER(m0), RCL_RECURSIVE_MUTEX_INITIALIZER(m1),
	RCL_MUTEX_INITIALIZER(m2), RCL_ERRORCHECK_MUTEX_INITIALIZER(m3),
	RCL_MUTEX_INITIALIZER(m4),
};
static rcl_cond_t filled[MUTEXES] = {
	RCL_COND_INITIALIZER, RCL_COND_INITIALIZER, RCL_COND_INITIALIZER,
	RCL_COND_INITIALIZER, RCL_COND_INITIALIZER,
};

/* guarded by each */
static long count[MUTEXES];
static int inside[MUTEXES], tokens[MUTEXES];

static _Atomic long expected[MUTEXES];
static _Atomic int failures;
static _Thread_local int number;

struct visit {
	int which;			/* mutex */
	int thread;			/* number of the one whose visit it is */
	bool anonymous;			/* it may run as any other */
	bool keeps;
	int runs;
	unsigned int seed;
};

static unsigned int draw(struct visit *visit, unsigned int below)
{
	visit->seed = visit->seed * 1664525u + 1013904223u;
	return (visit->seed >> 13) % below;
}

static void expect(bool right, const char *what)
{
	if (!right && failures++ < 5)
		printf("%s\n", what);
}

static void hit(int which)
{
	expect(inside[which]++ == 0, "two at a time");
	count[which]++;
	inside[which]--;
}

static void go_on(struct visit *from);

static int visit_cs(void *ctx)
{
	struct visit *visit = ctx;

	expect(visit->anonymous || number == visit->thread, "somebody else's");
	hit(visit->which);
	go_on(visit);
	hit(visit->which);
	return visit->keeps ? RCL_KEEP | EXIT : EXIT;
}

static int hit_cs(void *which)
{
	hit(*(int *)which);
	return 0;
}

static struct timespec in_ns(long ns)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += ns;
	if (time.tv_nsec >= 1000000000) {
		time.tv_nsec -= 1000000000;
		time.tv_sec++;
	}
	return time;
}

static int wait_cs(void *ctx)
{
	const struct timespec soon = in_ns(50000);
	struct visit *visit = ctx;

	hit(visit->which);
	visit->runs++;
	if (tokens[visit->which] == 0 && visit->runs <= MOST_WAITS)
		return rcl_timedwait(&filled[visit->which],
				     &mutexes[visit->which], &soon);
	tokens[visit->which] -= tokens[visit->which] > 0;
	return 0;
}

static void execute(struct visit *to, rcl_exec_fn *exec, size_t size)
{
	int result = exec(&mutexes[to->which], visit_cs, to, size);

	if (result == -EBUSY && exec == rcl_tryexec)
		return;
	expect(result == EXIT, "another exit");
	expected[to->which] += 2;
	if (to->keeps) {
		hit(to->which);
		expected[to->which]++;
		rcl_unlock(&mutexes[to->which]);
	}
}

/* The mutex has been taken, or has not, with that error. */
static void visit_leased(struct visit *to, int error)
{
	if (error)
		return;
	to->keeps = false;
	visit_cs(to);
	rcl_unlock(&mutexes[to->which]);
	expected[to->which] += 2;
}

static void visit_in_time(struct visit *to)
{
	const struct timespec soon = in_ns((long)draw(to, 200000));

	visit_leased(to, rcl_timedlock(&mutexes[to->which], &soon));
}

static void visit_filled(struct visit *to)
{
	rcl_exec_waiting(&mutexes[to->which], wait_cs, to, sizeof(*to));
	expected[to->which] += to->runs;
}

static void fill(const struct visit *to, bool all)
{
	rcl_lock(&mutexes[to->which]);
	tokens[to->which]++;
	hit(to->which);
	expected[to->which]++;
	rcl_unlock(&mutexes[to->which]);
	if (all)
		rcl_cond_broadcast(&filled[to->which]);
	else
		rcl_cond_signal(&filled[to->which]);
}

static void detach(void)
{
	int which = LAST;

	rcl_exec_detached(&mutexes[which], hit_cs, &which, sizeof(which));
	expected[which]++;
}

/* From inside of a visit to another mutex, or to none. */
static void go_on(struct visit *from)
{
	static rcl_exec_fn *const execs[] = {
		rcl_exec_anon, rcl_exec_errno, rcl_exec, rcl_exec_waiting,
		rcl_exec_blocking, rcl_tryexec,
	};
	struct visit to = { .thread = from->thread, .seed = from->seed };
	unsigned int way = draw(&to, 12);

	to.which = from->which + 1 + (int)draw(&to, 2);
	from->seed = to.seed + 1;
	if (to.which >= MUTEXES || draw(&to, 3) == 0)
		return;
	to.anonymous = way < 2 || (way > 5 && from->anonymous);
	to.keeps = way != 3 && draw(&to, 8) == 0;
	switch (way) {
	default:
		execute(&to, execs[way], draw(&to, 2) * sizeof(to));
		break;
	case 6:
		visit_leased(&to, rcl_lock(&mutexes[to.which]));
		break;
	case 7:
		visit_leased(&to, rcl_trylock(&mutexes[to.which]));
		break;
	case 8:
		visit_in_time(&to);
		break;
	case 9:
		visit_filled(&to);
		break;
	case 10:
		fill(&to, draw(&to, 2));
		break;
	case 11:
		detach();
	}
}

struct work {
	pthread_t thread;
	int number, rounds;
	unsigned int seed;
};

static void *do_work(void *argument)
{
	const struct work *work = argument;
	struct visit none = { .which = -1,
			      .thread = work->number,
			      .seed = work->seed + (unsigned int)work->number };

	number = work->number;
	for (int i = 0; i < work->rounds; i++) {
		go_on(&none);
		expect(number == work->number, "somebody else's thread");
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc == 4 ? atoi(argv[2]) : 0;
	struct work *works = calloc((size_t)threads + 1, sizeof(*works));

	for (int i = 0; i < threads; i++) {
		works[i] = (struct work){ .number = i + 1,
					  .rounds = atoi(argv[1]),
					  .seed = (unsigned int)atoi(argv[3]) };
		pthread_create(&works[i].thread, NULL, do_work, &works[i]);
	}
	for (int i = 0; i < threads; i++)
		pthread_join(works[i].thread, NULL);
	for (int i = 0; i < MUTEXES; i++)
		expect(count[i] == expected[i], "another number of sections");
	free(works);
	return failures != 0;
}
