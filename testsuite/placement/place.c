/* SPDX-License-Identifier: MIT */
/*
 * place.c - where the runtime would place servers and clients on the machine
 * that hwloc describes, which its environment can make any machine->
 *
 *	place machine		the tree: each core's processors, and its node
 *	place STEP...		where each of them is placed, by its processor:
 *		server		the next server
 *		CPU		a server by hand
 *		client		one more client of the last server
 *		memory		the node of all servers' memory
 *	place idle|busy NODE	the handicap of each node's threads after such a
 *				server there
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "placement.h"

static const struct rcl_machine *machine;

static void print_core(const struct rcl_core *core)
{
	const char *separator = "";

	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &core->cpus)) {
			printf("%s%d", separator, cpu);
			separator = "+";
		}
	printf("@%u", core->node);
}

/* The element, and what is in it; what holds one thing only is left out. */
static void print_element(unsigned int number)
{
	const struct rcl_element *element = &machine->elements[number];
	const char *separator = "";
	unsigned int parts = 0;

	if (machine->cores[element->first].element == number) {
		print_core(&machine->cores[element->first]);
		return;
	}
	for (unsigned int i = 1; i < machine->element_count; i++)
		parts += machine->elements[i].parent == number;
	printf("%s", parts > 1 ? "(" : "");
	for (unsigned int i = 1; i < machine->element_count; i++)
		if (machine->elements[i].parent == number) {
			printf("%s", separator);
			print_element(i);
			separator = " ";
		}
	printf("%s", parts > 1 ? ")" : "");
}

static int cpu_of(int core)
{
	return core < 0 ? -1 : machine->cores[core].cpu;
}

static int take(struct rcl_placement *placement, const char *step)
{
	static int server = -1;

	if (!strcmp(step, "memory"))
		return rcl_servers_node(placement);
	if (!strcmp(step, "client"))
		return server < 0 ? -1 :
				    cpu_of(rcl_place_client(
					    placement, (unsigned int)server));
	if (!strcmp(step, "server")) {
		server = rcl_place_server(placement);
	} else {
		server = rcl_core_of(machine, atoi(step));
		if (server >= 0)
			placement->servers[server]++;
	}
	return cpu_of(server);
}

static void print_handicaps(bool busy, unsigned int node)
{
	for (unsigned int i = 0; i < machine->node_count; i++)
		printf("%u%s", rcl_handicap(machine, i, node, busy),
		       i < machine->node_count - 1 ? " " : "\n");
}

int main(int count, char **steps)
{
	struct rcl_placement placement;

	machine = rcl_machine();
	if (!machine || !rcl_placement_start(&placement, machine))
		return 1;
	if (count == 2 && !strcmp(steps[1], "machine")) {
		print_element(0);
		printf("\n");
		return 0;
	}
	if (count == 3 && (!strcmp(steps[1], "busy") ||
			   !strcmp(steps[1], "idle"))) {
		print_handicaps(*steps[1] == 'b', (unsigned int)atoi(steps[2]));
		return 0;
	}
	for (int i = 1; i < count; i++)
		printf("%d%s", take(&placement, steps[i]),
		       i < count - 1 ? " " : "\n");
	return 0;
}
