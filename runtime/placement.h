/* SPDX-License-Identifier: MIT */
/*
 * placement.h - the machine as a tree of cores, and on which of them servers
 * and their clients should run.
 */
#ifndef RCL_PLACEMENT_H
#define RCL_PLACEMENT_H

#include <sched.h>
#include <stdbool.h>

/* A core that the process may use. */
struct rcl_core {
	unsigned int element;		/* its own, in the tree */
	unsigned int node;		/* the NUMA node of its memory */
	int cpu;			/* its first processor */
	cpu_set_t cpus;			/* all of them: hyperthreads */
};

/* An element of the tree, and the cores in it: a core, or what has cores in
 * common, as a cache or a package.  The root, number 0, is its own parent. */
struct rcl_element {
	unsigned int parent;
	unsigned int first, count;
};

struct rcl_machine {
	unsigned int core_count, element_count;
	unsigned int node_count;	/* the highest number plus 1 */
	struct rcl_core *cores;
	struct rcl_element *elements;
	/* The cost of memory between each two nodes, 10 for a node's own. */
	unsigned int *distances;
	bool here;			/* this machine, not a description of
					   another one */
};

static inline unsigned int rcl_distance(const struct rcl_machine *machine,
					unsigned int from, unsigned int to)
{
	return machine->distances[from * machine->node_count + to];
}

/* What runs where; core by core.  Whoever owns it guards it. */
struct rcl_placement {
	const struct rcl_machine *machine;
	unsigned int *servers;
	unsigned int *threads;		/* clients that were placed */
	unsigned int last;		/* the core of the last server that had
					   to share one */
};

/* placement.c */

/* Returns false if there is no memory. */
bool rcl_placement_start(struct rcl_placement *placement,
			 const struct rcl_machine *machine);

/* The core with a processor, or -1. */
int rcl_core_of(const struct rcl_machine *machine, int cpu);

/* Puts one more server on a core, which is returned; -1 if there is but one, for
 * all threads. */
int rcl_place_server(struct rcl_placement *placement);

/* The NUMA node of all servers, or -1 if there are several, or no server. */
int rcl_servers_node(const struct rcl_placement *placement);

/* Puts one more client of the server on a core near it, which is returned; -1 if
 * all cores have servers. */
int rcl_place_client(struct rcl_placement *placement, unsigned int server_core);

/* How much longer than others, in per cent, a thread on a node should wait before
 * it takes the place of a server on another one (kind sanl).  If that one was
 * idle, those that are near it come first; if it was busy with its neighbours,
 * those that are not. */
unsigned int rcl_handicap(const struct rcl_machine *machine, unsigned int node,
			  unsigned int server_node, bool busy);

#endif /* RCL_PLACEMENT_H */
