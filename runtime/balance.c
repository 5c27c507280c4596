/* SPDX-License-Identifier: MIT */
/*
 * balance.c - mutexes move between servers (RCL_BALANCE), by what the servers
 * measure (the RCL paper, sections 4.2 and 6).
 *
 * A server that finds sections of two mutexes or more in many of its rounds has
 * some of them wait for others that they need not wait for: false serialisation.
 * The manager looks at the servers' rounds now and then.  From the one that does
 * it most it has a mutex moved to the one that serves least: that which leaves
 * the busier of the two with the least to do, by samples that the servers take.
 * If no mutex would make things better, none moves; and after a move it waits
 * until the figures are those of the new order.
 *
 * The manager names the mutex only by its address, which may be stale.  The move
 * is made by the server that has it, when it next runs a section of that mutex,
 * whose client waits: so the mutex is there.  Nobody stops for it: requests that
 * are at the old server are served there, and the lock's word excludes what both
 * servers run; an heir in it is named with its server (testsuite/model/moves.pml).
 */
#include <ctype.h>
#include <stdlib.h>

#include "remote.h"

enum {
	TICKS = 25,		/* the manager's, from one look to the next: 0.1 s */
	REST = 5,		/* looks after a move */
	SAMPLE = 16,		/* one section in so many is noted */
	LEAST_ROUNDS = 200,	/* in which something can be seen */
	TOO_MANY = 10,		/* false serialisation in one round of so many */
	WORTH = 16,		/* a move takes at least so much of the load: 1/16 */
};

unsigned int rcl_shared_servers;	/* constant after set_up() */
static unsigned int restless;		/* sections after which a mutex moves in
					   any case, for tests; likewise */
static _Atomic bool moved;		/* any mutex, ever */

static __attribute__((constructor)) void set_up(void)
{
	const char *text = getenv("RCL_BALANCE");
	unsigned long servers, sections = 0;
	char *end;

	if (!text || !*text)
		return;
	servers = strtoul(text, &end, 10);
	if (*end == ':' && isdigit((unsigned char)end[1]))
		sections = strtoul(end + 1, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || servers < 2 ||
	    servers > RCL_SERVERS || sections > UINT16_MAX) {
		rcl_complain("RCL_BALANCE is ignored: \"%s\" is not a number of "
			     "servers from 2 to %d", text, RCL_SERVERS);
		return;
	}
	rcl_shared_servers = (unsigned int)servers;
	restless = (unsigned int)sections;
}

bool rcl_anything_moved(void)
{
	/* relaxed: the look at the mutex's server was acquired. */
	return atomic_load_explicit(&moved, memory_order_relaxed);
}

/* Has further sections of m run by another server.  Requires that m is there. */
static void move(struct rcl_server *from, rcl_mutex_t *m, unsigned int to)
{
	/* relaxed: the compare-and-swap decides. */
	unsigned int kind = atomic_load_explicit(rcl_kind(m),
						 memory_order_relaxed);

	atomic_store_explicit(&moved, true, memory_order_relaxed);
	do {
		if (rcl_server_number(kind) != rcl_number_of(from))
			return;
		/* release: that something has moved; see number_of() in
		 * remote.c. */
	} while (!atomic_compare_exchange_weak_explicit(
		rcl_kind(m), &kind, (kind & ~0xff00u) | to << 8,
		memory_order_release, memory_order_relaxed));
	rcl_place_mutex(m, to);
	rcl_add(&from->moves, 1);
}

/* Notes that a section of m runs: in the place that it has, or that of the one
 * noted least. */
static void note(struct rcl_server *server, rcl_mutex_t *m)
{
	struct rcl_load *least = server->loads;

	/* relaxed, all of it: the manager reads and clears them at any time, and
	 * what is lost does no harm. */
	for (struct rcl_load *load = server->loads;
	     load < server->loads + RCL_LOADS; load++) {
		if (atomic_load_explicit(&load->mutex, memory_order_relaxed) ==
		    m) {
			rcl_add(&load->sections, 1);
			return;
		}
		if (atomic_load_explicit(&load->sections,
					 memory_order_relaxed) <
		    atomic_load_explicit(&least->sections,
					 memory_order_relaxed))
			least = load;
	}
	atomic_store_explicit(&least->mutex, m, memory_order_relaxed);
	atomic_store_explicit(&least->sections, 1, memory_order_relaxed);
}

/* To be called by the servicing thread that runs a section of m, which its client
 * waits for. */
void rcl_weigh(struct rcl_servicer *me, rcl_mutex_t *m)
{
	struct rcl_server *server = me->server;
	unsigned int number = rcl_number_of(server);

	if (number >= rcl_shared_servers)
		return;
	me->weighed++;
	if (restless && me->weighed % restless == 0)
		move(server, m, (number + 1) % rcl_shared_servers);
	if (me->weighed % SAMPLE == 0)
		note(server, m);
	/* acquire: where to. */
	if (atomic_load_explicit(&server->to_move, memory_order_acquire) != m)
		return;
	/* relaxed: nothing goes with it. */
	atomic_store_explicit(&server->to_move, NULL, memory_order_relaxed);
	move(server, m, server->move_to);
}

/* What a server has done since the last look. */
struct period {
	uint64_t served, rounds, mixed;
};

static struct period period_of(struct rcl_server *server)
{
	static const enum rcl_figure figures[] = { RCL_SERVED, RCL_ROUNDS,
						   RCL_MIXED_ROUNDS };
	uint64_t sums[3] = { 0 }, last[3];

	pthread_mutex_lock(&server->lock);
	for (struct rcl_servicer *s = server->servicers; s; s = s->sibling)
		for (unsigned int i = 0; i < 3; i++)
			/* relaxed: figures. */
			sums[i] += atomic_load_explicit(&s->figures[figures[i]],
							memory_order_relaxed);
	pthread_mutex_unlock(&server->lock);
	for (unsigned int i = 0; i < 3; i++) {
		last[i] = sums[i] - server->weighed[i];
		server->weighed[i] = sums[i];
	}
	return (struct period){ last[0], last[1], last[2] };
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Has the mutex moved whose move makes the busier of two servers the least busy,
 * if there is one; returns whether.  Clears the samples. */
static bool move_best(struct rcl_server *from, const struct period *there,
		      struct rcl_server *to, const struct period *here)
{
	uint64_t sections[RCL_LOADS], all = 0, other, best;
	rcl_mutex_t *m[RCL_LOADS], *chosen = NULL;

	for (unsigned int i = 0; i < RCL_LOADS; i++) {
		/* relaxed: see note(). */
		m[i] = atomic_load_explicit(&from->loads[i].mutex,
					    memory_order_relaxed);
		sections[i] = atomic_exchange_explicit(
			&from->loads[i].sections, 0, memory_order_relaxed);
		all += sections[i];
	}
	other = here->served * all / larger(there->served, 1);
	best = all - all / WORTH;
	for (unsigned int i = 0; i < RCL_LOADS; i++)
		if (larger(all - sections[i], other + sections[i]) < best) {
			best = larger(all - sections[i], other + sections[i]);
			chosen = m[i];
		}
	from->move_to = rcl_number_of(to);
	/* release: where to. */
	atomic_store_explicit(&from->to_move, chosen, memory_order_release);
	return chosen != NULL;
}

/* To be called by the manager at each of its ticks. */
void rcl_balance(void)
{
	static unsigned int ticks, rest;	/* the manager's */
	struct period periods[RCL_SERVERS] = { { 0, 0, 0 } };
	unsigned int from = 0, to = 0;

	if (++ticks % TICKS || rcl_shared_servers < 2)
		return;
	for (unsigned int i = 0; i < rcl_shared_servers; i++) {
		struct rcl_server *server = &rcl_servers[i];

		/* acquire: the fields that the start wrote. */
		if (atomic_load_explicit(&server->ready, memory_order_acquire))
			periods[i] = period_of(server);
		if (periods[i].mixed > periods[from].mixed)
			from = i;
		if (periods[i].served < periods[to].served)
			to = i;
	}
	if (rest > 0) {
		rest--;
		return;
	}
	if (periods[from].rounds >= LEAST_ROUNDS && from != to &&
	    periods[from].mixed * TOO_MANY > periods[from].rounds &&
	    move_best(&rcl_servers[from], &periods[from], &rcl_servers[to],
		      &periods[to]))
		rest = REST;
}
