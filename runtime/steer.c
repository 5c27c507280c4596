/* SPDX-License-Identifier: MIT */
/*
 * steer.c - kind adaptive: how those who wait had better do so, mutex by mutex,
 * by what its holders measure.
 *
 * There are three ways to wait:
 *
 *	combining	a thread posts its request and looks for about as long as
 *			that needs from one processor to another and back; if it
 *			is in vain, the processor is better used by others, and it
 *			takes its request back and sleeps
 *	quiet		it sleeps at once, and the data stay where they are: where
 *			a section is short beside the way from processor to
 *			processor, and threads do little else, that is faster
 *	served		a thread of the library, on a processor that nobody needs,
 *			runs the sections (aide.c): where data have a long way to
 *			go, that is faster
 *
 * Which of them is best, nobody can say beforehand.  While anybody waits, whoever
 * frees the mutex counts sections, in windows of time.  Now and then, and when the
 * program seems to do something else than before, another way is tried for one
 * window, the two others in turn.  After a trial in vain the next one is twice as
 * far away.
 *
 * An aide is hired only if a processor is spare (spare.c), and a trial of it is
 * judged by what it costs, a processor: the process keeps so many busy besides, and
 * unless sections gain more than one more of these could give, it is dismissed.
 * So it is when nobody else waits any more, and it leaves by itself when it has
 * nothing to do, or when processors become scarce.
 */
#include "crowd.h"

enum {
	LOOK_NS = 20000,		/* from one look at the clock to the next, */
	MOST_STRIDE = 1024,		/* and sections */
	WINDOW_NS = 2000000,		/* in which sections are counted */
	SETTLING_NS = 1000000,		/* until a way to wait shows */
	MOST_REST = 256,		/* windows from one trial to the next */
	STRANGE = 3,			/* windows with another rate: a trial */
};

enum phase { KNOWN, SETTLES, TRIED };

/* The threads that wait for m do so in that way from now on. */
static void turn(rcl_mutex_t *m, unsigned int way)
{
	/* relaxed, here and below: a hint. */
	uint64_t word = atomic_load_explicit(rcl_word_of(m),
					     memory_order_relaxed);

	while (!atomic_compare_exchange_weak_explicit(
		rcl_word_of(m), &word, (word & ~(uint64_t)RCL_WAYS) | way,
		memory_order_relaxed, memory_order_relaxed))
		;
}

static const char *name_of(unsigned int way)
{
	return way == RCL_SERVED_WAY ? "served" :
	       way == RCL_QUIET_WAY	 ? "quiet" :
				   "combining";
}

/* For the statistics: what was chosen, and why. */
static void note(rcl_mutex_t *m, unsigned int way, const char *why,
		 unsigned int rate, unsigned int before)
{
	const struct rcl_turn turn = {
		.mutex = m,
		.class = rcl_class_of(m),
		.way = name_of(way),
		.why = why,
		.rate = rate,
		.before = before,
	};

	rcl_note_turn(&turn);
}

/* Begins a new window. */
static void begin(struct rcl_crowd *crowd, uint64_t time, enum phase phase)
{
	crowd->begun = time;
	crowd->sections = 0;
	crowd->phase = phase & 3;
}

/* Notes the rate of a window in the way that is known; returns whether to go on in
 * it.  One window may be different because the holder had to wait for a processor:
 * no trial is held against such a one, but several say that the program does
 * something else. */
static bool is_known(struct rcl_crowd *crowd, unsigned int rate)
{
	unsigned int half = crowd->rate / 2;

	crowd->rest -= crowd->rest > 0;
	if (rate < half || rate > crowd->rate + half) {
		if (++crowd->strange < STRANGE)
			return true;
		crowd->rate = rate;
		crowd->strange = 0;
		return false;
	}
	crowd->strange = 0;
	crowd->rate += ((int)rate - (int)crowd->rate) / 4;
	return crowd->rest > 0;
}

/* What a rate is worth that the way gives: an aide's processor counts as one more
 * besides those that are busy. */
static uint64_t worth(const struct rcl_crowd *crowd, unsigned int way,
		      unsigned int rate)
{
	return way == RCL_SERVED_WAY ?
		       (uint64_t)rate * crowd->busy / (crowd->busy + 100u) :
		       rate;
}

/* Whether the way that has been tried is the better one.  To be quiet is to leave
 * processors to others, and to keep threads waiting, and to be served is to take
 * one: for these a draw is not enough, nor is it to stay served. */
static bool is_better(const struct rcl_crowd *crowd, unsigned int way,
		      unsigned int rate)
{
	uint64_t tried = worth(crowd, way, rate);
	uint64_t known = worth(crowd, crowd->way, crowd->rate);

	return way == 0 || crowd->way == RCL_SERVED_WAY ?
		       tried > known - known / 32 :
		       tried > known + known / 8;
}

/* The way to be tried after the one that is known: the others, in turn. */
static unsigned int another_way(struct rcl_crowd *crowd)
{
	crowd->second = !crowd->second;
	if (crowd->way == RCL_SERVED_WAY)
		return crowd->second ? RCL_QUIET_WAY : 0;
	if (crowd->second && rcl_is_spare() && rcl_hire_aide(crowd)) {
		crowd->busy = (uint16_t)rcl_busy();
		return RCL_SERVED_WAY;
	}
	return crowd->way == RCL_QUIET_WAY ? 0 : RCL_QUIET_WAY;
}

/* Judges the way that has been tried. */
static void judge(rcl_mutex_t *m, struct rcl_crowd *crowd, unsigned int rate)
{
	unsigned int way = rcl_way_of(m);
	bool better = is_better(crowd, way, rate);

	if (way == RCL_SERVED_WAY ? !better : better && crowd->way == RCL_SERVED_WAY)
		rcl_dismiss_aide(crowd);
	if (better) {
		note(m, way, rate > crowd->rate ? "faster" : "cheaper", rate,
		     crowd->rate);
		crowd->way = way & RCL_WAYS;
		crowd->rate = rate;
		crowd->next_rest = RCL_LEAST_REST;
	} else {
		turn(m, crowd->way);
		if (crowd->next_rest < MOST_REST)
			crowd->next_rest *= 2;
	}
	crowd->rest = crowd->next_rest;
}

/* The aide has left by itself. */
static void do_without(rcl_mutex_t *m, struct rcl_crowd *crowd,
		       unsigned int rate)
{
	const char *why = rcl_dismiss_aide(crowd);

	turn(m, 0);
	if (crowd->way == RCL_SERVED_WAY)
		note(m, 0, why, rate, crowd->rate);
	crowd->way = 0;
	crowd->rate = rate;
	crowd->strange = 0;
	crowd->rest = crowd->next_rest = MOST_REST;
}

/*
 * At the end of a window, in which so many sections a millisecond have run:
 * judges the way that has been tried, or tries another one when it is time for
 * that, or when the program seems to do something else than before.
 */
static void steer(rcl_mutex_t *m, struct rcl_crowd *crowd, uint64_t time,
		  unsigned int rate)
{
	enum phase phase = KNOWN;

	if ((crowd->way | rcl_way_of(m)) & RCL_SERVED_WAY && !rcl_has_aide(crowd)) {
		do_without(m, crowd, rate);
	} else if (crowd->phase == SETTLES) {
		phase = TRIED;
	} else if (crowd->phase == TRIED) {
		judge(m, crowd, rate);
	} else if (!is_known(crowd, rate)) {
		turn(m, another_way(crowd));
		phase = SETTLES;
	}
	begin(crowd, time, phase);
}

/* Nobody waits any more, or nobody has looked for so long that what was known is
 * out of date; whatever was being tried is not. */
static void forget(rcl_mutex_t *m, struct rcl_crowd *crowd, bool waited)
{
	unsigned int way = waited ? crowd->way : 0;

	if (crowd->way == RCL_SERVED_WAY && way != RCL_SERVED_WAY)
		note(m, way, "alone", 0, crowd->rate);
	if (way != RCL_SERVED_WAY)
		rcl_dismiss_aide(crowd);
	if (rcl_way_of(m) != way)
		turn(m, way);
	crowd->way = way & RCL_WAYS;
	crowd->rest = 1;
}

/* For tests: one way after the other, whatever is measured. */
static void turn_restlessly(rcl_mutex_t *m, struct rcl_crowd *crowd)
{
	unsigned int old = rcl_way_of(m), way;

	if (old == RCL_SERVED_WAY && rcl_has_aide(crowd) &&
	    crowd->rest++ < rcl_restless)
		return;
	crowd->rest = 0;
	rcl_dismiss_aide(crowd);
	way = old == RCL_SERVED_WAY ? RCL_QUIET_WAY : old == RCL_QUIET_WAY ? 0 : RCL_SERVED_WAY;
	if (way == RCL_SERVED_WAY && !rcl_hire_aide(crowd))
		way = RCL_QUIET_WAY;
	turn(m, way);
	crowd->way = way & RCL_WAYS;
	note(m, way, "test", 0, 0);
}

/* Looks at the clock, and says how many sections later the next look is due. */
uint64_t rcl_crowd_look(rcl_mutex_t *m, struct rcl_crowd *crowd)
{
	/* relaxed, here and below: hints. */
	unsigned int stride = atomic_load_explicit(&crowd->stride,
						   memory_order_relaxed);
	unsigned int done = stride + 1 - rcl_left_of(m);
	uint64_t time = rcl_now();
	uint64_t fit = (uint64_t)done * LOOK_NS / (time - crowd->looked + 1);

	stride = fit < MOST_STRIDE ? (unsigned int)fit + 1 : MOST_STRIDE;
	crowd->looked = time;
	crowd->sections += done;
	atomic_store_explicit(&crowd->stride, stride, memory_order_relaxed);
	rcl_leave(m, stride);
	return time;
}

/* Sees what the time is and what has become of the crowd; returns whether anybody
 * has waited for m lately. */
bool rcl_crowd_watch(rcl_mutex_t *m, struct rcl_crowd *crowd, uint64_t time)
{
	uint64_t took = time - crowd->begun;
	uint64_t word;
	bool waited;

	if (rcl_restless)
		turn_restlessly(m, crowd);
	if (took < (crowd->phase == SETTLES ? SETTLING_NS : WINDOW_NS))
		return true;
	rcl_look_for_spare(time);
	/* relaxed: a hint. */
	word = atomic_fetch_and_explicit(rcl_word_of(m),
					 ~(uint64_t)RCL_WAITED,
					 memory_order_relaxed);
	waited = (word & RCL_WAITED) || word >= RCL_SLEEPER;
	if (!waited || took > 16 * WINDOW_NS || rcl_restless) {
		if (!waited || !rcl_restless)
			forget(m, crowd, waited);
		begin(crowd, time, KNOWN);
	} else {
		steer(m, crowd, time,
		      (unsigned int)(crowd->sections * 1000000ull / took));
	}
	return waited;
}
