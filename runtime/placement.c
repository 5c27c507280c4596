/* SPDX-License-Identifier: MIT */
/*
 * placement.c - where servers and their clients should run: the algorithms
 * RCLLockInitNUMA and RCLHierarchicalAffinity of Paznikov ("Optimization of
 * thread affinity and memory affinity for remote core locking synchronization",
 * Vibroengineering Procedia 12, 2017), whose Figure 3 gives them in pseudo-code.
 * They only compute; affinity.c acts on it.  docs/runtime.md says what was
 * decided where the paper leaves it open.
 */
#include <stdlib.h>

#include "placement.h"

bool rcl_placement_start(struct rcl_placement *placement,
			 const struct rcl_machine *machine)
{
	placement->machine = machine;
	placement->last = machine->core_count - 1;
	placement->servers = calloc(machine->core_count, sizeof(unsigned int));
	placement->threads = calloc(machine->core_count, sizeof(unsigned int));
	return placement->servers && placement->threads;
}

int rcl_core_of(const struct rcl_machine *machine, int cpu)
{
	for (unsigned int i = 0; i < machine->core_count; i++)
		if (CPU_ISSET(cpu, &machine->cores[i].cpus))
			return (int)i;
	return -1;
}

/* How many cores without a server the node has; those with one are counted,
 * too. */
static unsigned int free_cores(const struct rcl_placement *placement,
			       unsigned int node, unsigned int *busy)
{
	const struct rcl_machine *machine = placement->machine;
	unsigned int found = 0;

	*busy = 0;
	for (unsigned int i = 0; i < machine->core_count; i++) {
		if (machine->cores[i].node != node)
			continue;
		if (placement->servers[i])
			++*busy;
		else
			found++;
	}
	return found;
}

/* The first core without a server on the node that has most servers, of those
 * with such a core. */
static unsigned int on_most_busy_node(const struct rcl_placement *placement)
{
	const struct rcl_machine *machine = placement->machine;
	unsigned int best = 0, most = 0, busy, core = 0;
	bool found = false;

	for (unsigned int node = 0; node < machine->node_count; node++)
		if (free_cores(placement, node, &busy) &&
		    (!found || busy > most)) {
			found = true;
			best = node;
			most = busy;
		}
	while (machine->cores[core].node != best || placement->servers[core])
		core++;
	return core;
}

/* The next one that has a server already, round and round; -1 if none has. */
static int next_occupied(struct rcl_placement *placement)
{
	unsigned int count = placement->machine->core_count;

	for (unsigned int i = 1; i <= count; i++) {
		unsigned int core = (placement->last + i) % count;

		if (!placement->servers[core])
			continue;
		placement->last = core;
		return (int)core;
	}
	return -1;
}

int rcl_place_server(struct rcl_placement *placement)
{
	const struct rcl_machine *machine = placement->machine;
	unsigned int total = 0, busy;
	int core;

	for (unsigned int node = 0; node < machine->node_count; node++)
		total += free_cores(placement, node, &busy);
	/* One core is left to the threads. */
	core = total <= 1 ? next_occupied(placement) :
			    (int)on_most_busy_node(placement);
	if (core >= 0)
		placement->servers[core]++;
	return core;
}

int rcl_servers_node(const struct rcl_placement *placement)
{
	const struct rcl_machine *machine = placement->machine;
	unsigned int busy;
	int found = -1;

	for (unsigned int node = 0; node < machine->node_count; node++) {
		free_cores(placement, node, &busy);
		if (!busy)
			continue;
		if (found >= 0)
			return -1;
		found = (int)node;
	}
	return found;
}

/* The first element further out that has more cores than this one. */
static unsigned int covering(const struct rcl_machine *machine,
			     unsigned int element)
{
	const struct rcl_element *elements = machine->elements;
	unsigned int count = elements[element].count;

	do
		element = elements[element].parent;
	while (elements[element].count == count && element != 0);
	return element;
}

/* A core of the element without a server and with so many clients at most, or
 * -1. */
static int free_core_in(const struct rcl_placement *placement,
			unsigned int number, unsigned int clients)
{
	const struct rcl_element *element =
		&placement->machine->elements[number];

	for (unsigned int i = 0; i < element->count; i++) {
		unsigned int core = element->first + i;

		if (!placement->servers[core] &&
		    placement->threads[core] <= clients)
			return (int)core;
	}
	return -1;
}

int rcl_place_client(struct rcl_placement *placement, unsigned int server_core)
{
	const struct rcl_machine *machine = placement->machine;
	unsigned int clients = 0;
	unsigned int element = machine->cores[server_core].element;
	int core;

	/* The root has a free core if any element has. */
	if (free_core_in(placement, 0, -1u) < 0)
		return -1;
	for (;;) {
		element = covering(machine, element);
		core = free_core_in(placement, element, clients);
		if (core >= 0)
			break;
		if (element == 0) {
			clients++;
			element = machine->cores[server_core].element;
		}
	}
	placement->threads[core]++;
	return core;
}

unsigned int rcl_handicap(const struct rcl_machine *machine, unsigned int node,
			  unsigned int server_node, bool busy)
{
	unsigned int own = rcl_distance(machine, server_node, server_node);
	unsigned int way = rcl_distance(machine, server_node, node);
	unsigned int farthest = own;

	for (unsigned int i = 0; i < machine->node_count; i++)
		if (rcl_distance(machine, server_node, i) > farthest)
			farthest = rcl_distance(machine, server_node, i);
	if (way < own || own == 0)
		return 0;
	/* Those on its own node come after the farthest. */
	if (busy && node == server_node)
		way = 2 * farthest - own;
	return (way - own) * 100 / own;
}
