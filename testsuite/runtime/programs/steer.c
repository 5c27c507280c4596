/* SPDX-License-Identifier: MIT */
/*
 * steer.c - how kind adaptive decides, on machines that we do not have: the file
 * under test in simulated time, with processors and aides that are figures.
 *
 *	steer PROCESSORS BUSY RATE RATE RATE [RATE RATE RATE]...
 *
 * BUSY is in hundredths of processors; the rates are the sections a millisecond
 * that threads make when they combine, sleep at once and have an aide.  Each three
 * of them last two seconds, at whose end it prints the way that the mutex works in,
 * and the share of the time, in per cent, in which it had an aide.  With 0 for the
 * third one the aide leaves.
 */
#include <stdio.h>
#include <stdlib.h>

#include "crowd.h"

enum { LOOK_NS = 20000, SECONDS = 2, LOOKS = SECONDS * (1000000000 / LOOK_NS) };

unsigned int rcl_restless;
static unsigned int processors, busy;
static bool hired;

/* In the place of spare.c and aide.c. */
void rcl_look_for_spare(uint64_t time)
{
	(void)time;
}

unsigned int rcl_busy(void)
{
	return busy;
}

bool rcl_is_spare(void)
{
	return busy + 100 <= 100 * processors;
}

bool rcl_is_crowded(void)
{
	return false;
}

void rcl_spare_after_fork(void)
{
}

bool rcl_hire_aide(struct rcl_crowd *crowd)
{
	(void)crowd;
	hired = true;
	return true;
}

bool rcl_has_aide(struct rcl_crowd *crowd)
{
	(void)crowd;
	return hired;
}

const char *rcl_dismiss_aide(struct rcl_crowd *crowd)
{
	(void)crowd;
	hired = false;
	return "dismissed";
}

struct rcl_node *rcl_ask_aide(struct rcl_thread *self, rcl_mutex_t *m,
			      struct rcl_crowd *crowd,
			      const struct rcl_post *post)
{
	(void)self, (void)m, (void)crowd, (void)post;
	return NULL;
}

bool rcl_aide_answers(struct rcl_thread *self, struct rcl_node *line)
{
	(void)self, (void)line;
	return false;
}

void rcl_aides_after_fork(void)
{
}

static const char *name_of(unsigned int way)
{
	return way == RCL_SERVED_WAY ? "served" :
	       way == RCL_QUIET_WAY  ? "quiet" :
				       "combining";
}

/* Two seconds with these rates. */
static void live(rcl_mutex_t *m, struct rcl_crowd *crowd, uint64_t *time,
		 const unsigned int rates[3])
{
	unsigned int looks = 0, ways[3] = { 0 }, way, most = 0;

	for (int i = 0; i < LOOKS; i++) {
		way = rcl_way_of(m);
		way = way == RCL_SERVED_WAY ? 2 : way == RCL_QUIET_WAY;
		if (way == 2 && rates[2] == 0)
			hired = false;
		looks += hired;
		ways[way] += i >= LOOKS / 2;
		crowd->sections += rates[way] * (LOOK_NS / 1000) / 1000;
		*rcl_word_of(m) |= RCL_WAITED;
		*time += LOOK_NS;
		rcl_crowd_watch(m, crowd, *time);
	}
	for (unsigned int i = 1; i < 3; i++)
		if (ways[i] > ways[most])
			most = i;
	printf("%s %u\n", name_of(most == 2 ? RCL_SERVED_WAY : most ? RCL_QUIET_WAY : 0),
	       looks * 100 / LOOKS);
}

int main(int argc, char **argv)
{
	struct rcl_crowd crowd = { .next_rest = RCL_LEAST_REST };
	unsigned int rates[3];
	uint64_t time = 1;
	rcl_mutex_t m = { 0 };

	processors = (unsigned int)atoi(argv[1]);
	busy = (unsigned int)atoi(argv[2]);
	for (int i = 3; i + 2 < argc; i += 3) {
		for (int j = 0; j < 3; j++)
			rates[j] = (unsigned int)atoi(argv[i + j]);
		live(&m, &crowd, &time, rates);
	}
	return 0;
}
