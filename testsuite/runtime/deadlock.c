/* SPDX-License-Identifier: MIT */
/*
 * deadlock.c - threads that wait for one another are told of, in one line, and
 * others are not.
 */
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "validate.h"

enum { SCENES = 8 };
static const double LONG = 2.5;		/* for all looks of deadlock.c */

static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t b = RCL_MUTEX_INITIALIZER(next);	/* the same server */
static rcl_mutex_t c = RCL_MUTEX_INITIALIZER(other);	/* another server */
static rcl_cond_t cond = RCL_COND_INITIALIZER;

static pthread_barrier_t all_hold;

/* A thread takes the first mutex, waits until all have theirs, takes the
 * second. */
struct pair {
	rcl_mutex_t *first, *second;
	bool leases[2];
};

static int nothing(void *unused)
{
	(void)unused;
	return 0;
}

static void take_second(const struct pair *pair)
{
	pthread_barrier_wait(&all_hold);
	if (pair->leases[1]) {
		rcl_lock(pair->second);
		rcl_unlock(pair->second);
	} else {
		rcl_exec(pair->second, nothing, NULL, 0);
	}
}

static int take_second_cs(void *pair)
{
	take_second(pair);
	return 0;
}

static void *take_both(void *arg)
{
	const struct pair *pair = arg;

	if (pair->leases[0]) {
		rcl_lock(pair->first);
		take_second(pair);
		rcl_unlock(pair->first);
	} else {
		rcl_exec_blocking(pair->first, take_second_cs, arg, 0);
	}
	return NULL;
}

/* A thread that ends with the process, if it waits for ever. */
static void start_pair(struct pair *pair)
{
	pthread_t thread;

	pthread_create(&thread, NULL, take_both, pair);
	pthread_detach(thread);
}

static void start_pairs(struct pair *pairs, unsigned int count)
{
	pthread_barrier_init(&all_hold, NULL, count);
	for (unsigned int i = 0; i < count; i++)
		start_pair(&pairs[i]);
	nap(LONG);
}

static void both_lease(void)
{
	static struct pair pairs[] = { { &a, &c, { true, true } },
				       { &c, &a, { true, true } } };

	start_pairs(pairs, 2);
}

static void both_execute(void)
{
	static struct pair pairs[] = { { &a, &c, { false, false } },
				       { &c, &a, { false, false } } };

	start_pairs(pairs, 2);
}

static void one_server(void)
{
	static struct pair pairs[] = { { &a, &b, { false, true } },
				       { &b, &a, { false, false } } };

	start_pairs(pairs, 2);
}

static void three_in_a_ring(void)
{
	static struct pair pairs[] = { { &a, &b, { true, false } },
				       { &b, &c, { false, true } },
				       { &c, &a, { false, false } } };

	start_pairs(pairs, 3);
}

static void by_itself(void)
{
	static struct pair pair = { &a, &a, { true, true } };

	start_pairs(&pair, 1);
}

static void section_by_itself(void)
{
	static struct pair pair = { &c, &c, { false, true } };

	start_pairs(&pair, 1);
}

/* No deadlocks. */

static int slow(void *unused)
{
	(void)unused;
	nap(LONG);
	return 0;
}

static void slow_body(unsigned int number)
{
	if (number % 2) {
		rcl_exec(&a, slow, NULL, 0);
	} else {
		rcl_lock(&a);
		nap(LONG);
		rcl_unlock(&a);
	}
}

/* A holder that takes its time, and others that wait. */
static void long_waits(void)
{
	for (unsigned int i = 0; i < 3; i++)
		pthread_detach(start_thread(slow_body, i));
	nap(LONG);
}

static int outer_slow(void *unused)
{
	(void)unused;
	return rcl_exec(&c, slow, NULL, 0);
}

static void chain_body(unsigned int number)
{
	rcl_exec(number ? &a : &b, outer_slow, NULL, 0);
}

/* Holders wait for one another, the last for nobody. */
static void long_chain(void)
{
	for (unsigned int i = 0; i < 3; i++) {
		pthread_detach(start_thread(chain_body, i > 0));
		nap(0.01);
	}
	nap(LONG);
}

static void wait_body(unsigned int number)
{
	rcl_lock(&a);
	if (number == 0) {
		rcl_lock(&c);
		rcl_cond_wait(&cond, &a);
	}
	rcl_lock(&c);
}

/* One that waits for a signal, which never comes, and one that waits for it. */
static void long_condition(void)
{
	pthread_detach(start_thread(wait_body, 0));
	nap(0.05);
	pthread_detach(start_thread(wait_body, 1));
	nap(LONG);
}

static void *give_up(void *unused)
{
	struct timespec later;

	(void)unused;
	rcl_lock(&a);
	pthread_barrier_wait(&all_hold);
	later = in_seconds(CLOCK_REALTIME, LONG);
	EXPECT(rcl_timedlock(&c, &later) == ETIMEDOUT, "the other one holds it");
	rcl_unlock(&a);
	return NULL;
}

/* A cycle that ends by itself. */
static void timed_cycle(void)
{
	static struct pair pair = { &c, &a, { true, true } };
	pthread_t threads[2];

	pthread_barrier_init(&all_hold, NULL, 2);
	pthread_create(&threads[0], NULL, give_up, NULL);
	pthread_create(&threads[1], NULL, take_both, &pair);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

static sem_t inside;
static _Atomic bool flag;

static int spin_cs(void *unused)
{
	(void)unused;
	sem_post(&inside);
	while (!flag)
		;
	return 0;
}

static int pause_cs(void *unused)
{
	(void)unused;
	sem_post(&inside);
	nap(0.1);
	return 0;
}

static int nested_cs(void *unused)
{
	(void)unused;
	return rcl_exec(&c, pause_cs, NULL, 0);
}

static void actor_body(unsigned int number)
{
	static const struct {
		rcl_mutex_t *mutex;
		rcl_section_fn *section;
	} acts[] = {
		{ &a, spin_cs }, { &a, nested_cs }, { &a, nothing }, { &c, slow },
	};

	rcl_exec(acts[number].mutex, acts[number].section, NULL, 0);
}

/* The first one may run the second one's section, and in there, as the holder
 * of another mutex, the last one's: both go on while all others wait. */
static void combiner_inside(void)
{
	sem_init(&inside, 0, 0);
	for (unsigned int i = 0; i < 4; i++) {
		pthread_detach(start_thread(actor_body, i));
		nap(0.03);
		flag = i >= 2;
		if (i == 0 || i == 2)
			sem_wait(&inside);
	}
	nap(LONG);
}

/* All scenes at once, in a process each, and what each says. */
struct scene {
	const char *name;
	void (*run)(void);
	const char *says[3];		/* one of these; none: nothing */
};

/* Whether the text is one of the scene's. */
static bool expected(const struct scene *scene, const char *text)
{
	char line[512];

	if (!scene->says[0])
		return text[0] == '\0';
	for (unsigned int i = 0; i < 3 && scene->says[i]; i++) {
		snprintf(line, sizeof(line),
			 "rcl: deadlock: a thread that holds %s\n",
			 scene->says[i]);
		if (!strcmp(text, line))
			return true;
	}
	return false;
}

static void expect_scene(const struct scene *scene, struct child *child)
{
	char text[512];
	int status = end_child(child, text, sizeof(text));

	EXPECT(status == 0, "%s: status %x", scene->name, (unsigned int)status);
	EXPECT(expected(scene, text), "%s: \"%s\"", scene->name, text);
}

static void play_all(const struct scene *scenes)
{
	struct child children[SCENES];
	unsigned int count;

	for (count = 0; scenes[count].name; count++)
		children[count] = start_child(scenes[count].run, STDERR_FILENO);
	for (unsigned int i = 0; i < count; i++)
		expect_scene(&scenes[i], &children[i]);
}

#define HOLDS(a, b) a " waits for " b ", one that holds "
#define AB(a, b) HOLDS(a, b) b " waits for " a
#define ABC(a, b, c) HOLDS(a, b) HOLDS(b, c) c " waits for " a

static void check_deadlock(void)
{
	static const struct scene scenes[] = {
		{ "leases", both_lease,
		  { AB("main", "other"), AB("other", "main") } },
		{ "sections", both_execute,
		  { AB("main", "other"), AB("other", "main") } },
		{ "one server", one_server,
		  { AB("main", "next"), AB("next", "main") } },
		{ "three", three_in_a_ring,
		  { ABC("main", "next", "other"), ABC("next", "other", "main"),
		    ABC("other", "main", "next") } },
		{ "itself", by_itself, { "main waits for main" } },
		{ "a section, itself", section_by_itself,
		  { "other waits for other" } },
		{ 0 },
	};

	play_all(scenes);
}

static void check_no_deadlock(void)
{
	static const struct scene scenes[] = {
		{ "long waits", long_waits, { 0 } },
		{ "a chain", long_chain, { 0 } },
		{ "a condition", long_condition, { 0 } },
		{ "a time limit", timed_cycle, { 0 } },
		{ "a combiner", combiner_inside, { 0 } },
		{ 0 },
	};

	play_all(scenes);
}

const struct check deadlock_checks[] = {
	{ "deadlock", check_deadlock, NO_PTHREAD },
	{ "no-deadlock", check_no_deadlock, NO_PTHREAD },
	{ NULL, NULL, 0 },
};
