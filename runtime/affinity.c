/* SPDX-License-Identifier: MIT */
/*
 * affinity.c - where servers and their clients run, and where the memory lies
 * that they share: RCL_CORES and RCL_CLIENTS.
 *
 * Nothing is confined unless RCL_CORES asks for it: where clients and servers
 * share a few processors, a confined server starves the clients beside it.  So
 * clients are kept off the processors of servers, too, unless they have no
 * other or the program has placed them itself.
 */
#include <linux/mempolicy.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch.h"
#include "placement.h"
#include "remote.h"

enum {
	NOT_YET = -2,			/* a server without a place */
	MOST_NODES = 1024,		/* whose numbers the kernel is given */
	LONG_BITS = 64,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool numa;			/* servers by placement.c; constant
					   after once, as the next two */
static bool near;			/* clients likewise */
static const struct rcl_machine *machine; /* if either is set */
static struct rcl_placement placement;	/* guarded by the registry */
static int cpus[RCL_SERVERS];		/* of servers: a number, -1 for none,
					   or NOT_YET; likewise */
static cpu_set_t servers;		/* all of them; likewise */

static void confine_server(unsigned int server, int cpu)
{
	cpus[server] = cpu;
	if (cpu >= 0)
		CPU_SET(cpu, &servers);
}

/* "3,5": the processors of the first servers. */
static void parse_cores(const char *text)
{
	unsigned int i = 0;
	char *end;
	long cpu;

	do {
		cpu = strtol(text, &end, 10);
		if (end == text || cpu < 0 || cpu >= CPU_SETSIZE ||
		    (*end && *end != ',') || i == RCL_SERVERS) {
			rcl_complain("RCL_CORES is ignored from \"%s\" on: not "
				     "a list of processor numbers", text);
			return;
		}
		if (CPU_ISSET(cpu, rcl_allowed()))
			confine_server(i, (int)cpu);
		else
			rcl_complain("server %u is not confined: processor %ld "
				     "is not among those allowed", i, cpu);
		i++;
		text = end + 1;
	} while (*end);
}

/* Whether a variable has this value; complains about any other one. */
static bool is_set_to(const char *name, const char *value)
{
	const char *text = getenv(name);

	if (!text || !*text)
		return false;
	if (strcmp(text, value)) {
		rcl_complain("%s is ignored: \"%s\" is not \"%s\"", name, text,
			     value);
		return false;
	}
	return true;
}

/* Reads the machine, and says which of its cores have servers by hand. */
static void survey(void)
{
	machine = rcl_machine();
	if (!machine || !rcl_placement_start(&placement, machine)) {
		rcl_complain("no memory to place servers and clients");
		numa = near = false;
		return;
	}
	if (!machine->here) {
		rcl_complain("numa and near are ignored: hwloc describes "
			     "another machine");
		numa = near = false;
	}
	for (unsigned int i = 0; i < RCL_SERVERS; i++) {
		int core = cpus[i] < 0 ? -1 : rcl_core_of(machine, cpus[i]);

		if (core >= 0)
			placement.servers[core]++;
	}
}

static void read_settings(void)
{
	const char *text = getenv("RCL_CORES");
	int error = errno;	/* the section's, perhaps */

	numa = text && !strcmp(text, "numa");
	near = is_set_to("RCL_CLIENTS", "near");
	for (unsigned int i = 0; i < RCL_SERVERS; i++)
		cpus[i] = -1;
	if (text && *text && !numa)
		parse_cores(text);
	if (near && !numa && CPU_COUNT(&servers) == 0) {
		rcl_complain("RCL_CLIENTS is ignored: RCL_CORES confines no "
			     "server");
		near = false;
	}
	if (numa || near)
		survey();
	for (unsigned int i = 0; numa && i < RCL_SERVERS; i++)
		cpus[i] = NOT_YET;
	errno = error;
}

/* The processor that a server is confined to, or -1.  Requires that the caller
 * does not hold the registry. */
int rcl_server_cpu(unsigned int server)
{
	int core, cpu;

	pthread_once(&once, read_settings);
	rcl_registry_lock();
	if (cpus[server] == NOT_YET) {
		core = rcl_place_server(&placement);
		confine_server(server,
			       core < 0 ? -1 : machine->cores[core].cpu);
	}
	cpu = cpus[server];
	rcl_registry_unlock();
	return cpu;
}

/* The core of a server, or -1 if that is not known. */
static int core_of(const struct rcl_server *server)
{
	return (numa || near) && server->cpu >= 0 ?
		       rcl_core_of(machine, server->cpu) : -1;
}

/*
 * Memory.  A node is preferred, not enforced: what finds no room there lies
 * elsewhere.
 */

/* The node of a server's memory, or -1 if it does not matter. */
static int node_of(const struct rcl_server *server)
{
	int core = core_of(server);

	return core < 0 || machine->node_count == 1 ||
			       machine->node_count > MOST_NODES ?
		       -1 : (int)machine->cores[core].node;
}

static void refused(long result)
{
	static _Atomic bool complained;

	/* relaxed: a hint. */
	if (result < 0 && !atomic_exchange_explicit(&complained, true,
						    memory_order_relaxed))
		rcl_complain("memory stays where it is (%s)",
			     strerror((int)-result));
}

/* Moves the pages of what is there to a node. */
static void move_memory(const void *object, size_t bytes, int node)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t start = (uintptr_t)object & ~(page - 1);
	int status;

	for (; start < (uintptr_t)object + bytes; start += page)
		refused(rcl_syscall(SYS_move_pages, 0, 1, (long)&start,
				    (long)&node, (long)&status, MPOL_MF_MOVE));
}

/* A policy that prefers a node, as the last arguments of a system call. */
struct preference {
	unsigned long nodes[MOST_NODES / LONG_BITS + 1];
};

static struct preference prefer(int node)
{
	struct preference wanted = { { 0 } };

	wanted.nodes[node / LONG_BITS] = 1ul << node % LONG_BITS;
	return wanted;
}

/* Has the memory of a server that starts, whose requests nobody has used yet, on
 * its node. */
void rcl_place_memory(struct rcl_server *server)
{
	int node = node_of(server);
	struct preference wanted;

	if (node < 0)
		return;
	wanted = prefer(node);
	refused(rcl_syscall(SYS_mbind, (long)server->slots,
			    sizeof(*server->slots), MPOL_PREFERRED,
			    (long)wanted.nodes, MOST_NODES + 1, 0));
	move_memory(server, sizeof(*server), node);
}

/* Moves a mutex, with whatever else is on its page, to the node of its server, if
 * that has started. */
void rcl_place_mutex(rcl_mutex_t *m, unsigned int server)
{
	/* acquire: pairs with the server's start. */
	int node = atomic_load_explicit(&rcl_servers[server].ready,
					memory_order_acquire) ?
			   node_of(&rcl_servers[server]) : -1;

	if (node >= 0)
		move_memory(m, sizeof(*m), node);
}

/* What the calling thread allocates from now on lies on the node, unless it has
 * a policy of its own. */
static void allocate_on(int node)
{
	struct preference wanted = prefer(node);
	int policy = MPOL_DEFAULT;

	if (rcl_syscall(SYS_get_mempolicy, (long)&policy, 0, 0, 0, 0, 0) ||
	    policy != MPOL_DEFAULT)
		return;
	refused(rcl_syscall(SYS_set_mempolicy, MPOL_PREFERRED,
			    (long)wanted.nodes, MOST_NODES + 1, 0, 0, 0));
}

/*
 * Threads.
 */

/* The processors for a thread that becomes a client; false if it stays where it
 * is.  Requires the registry. */
static bool choose(struct rcl_thread *self, struct rcl_server *server,
		   cpu_set_t *chosen)
{
	int core = near && !self->core ? core_of(server) : -1;

	if (core >= 0)
		core = rcl_place_client(&placement, (unsigned int)core);
	if (core >= 0) {
		self->core = (unsigned int)core + 1;
		*chosen = machine->cores[core].cpus;
		return true;
	}
	CPU_AND(chosen, rcl_allowed(), &servers);
	CPU_XOR(chosen, rcl_allowed(), chosen);
	return !self->core && CPU_COUNT(chosen) > 0;
}

/* Whether nobody has chosen this mask but us: it misses no processor but
 * servers', or is a placed client's, from whom the thread has inherited it.
 * Requires the registry. */
static bool is_ours(const cpu_set_t *mask)
{
	cpu_set_t all;

	CPU_OR(&all, mask, &servers);
	CPU_AND(&all, &all, rcl_allowed());
	if (CPU_EQUAL(&all, rcl_allowed()))
		return true;
	for (unsigned int i = 0; near && i < machine->core_count; i++)
		if (placement.threads[i] &&
		    CPU_EQUAL(mask, &machine->cores[i].cpus))
			return true;
	return false;
}

/* Places the calling thread, which becomes a client, unless the program has
 * placed it. */
void rcl_place_self(struct rcl_thread *self, struct rcl_server *server)
{
	cpu_set_t mask, chosen;
	bool placed;
	int node;

	if (server->cpu < 0 || self->servicer ||
	    sched_getaffinity(0, sizeof(mask), &mask))
		return;
	rcl_registry_lock();
	placed = is_ours(&mask) && choose(self, server, &chosen);
	node = numa ? rcl_servers_node(&placement) : -1;
	rcl_registry_unlock();
	if (placed && !CPU_EQUAL(&mask, &chosen))
		sched_setaffinity(0, sizeof(chosen), &chosen);
	if (node >= 0 && node_of(server) >= 0)
		allocate_on(node);
}

/* The thread, which ends, gives its place back.  Requires the registry. */
void rcl_leave_place(struct rcl_thread *thread)
{
	if (thread->core)
		placement.threads[thread->core - 1]--;
	thread->core = 0;
}

/* In the child there is one thread. */
void rcl_places_after_fork(struct rcl_thread *self)
{
	if (!placement.threads)
		return;
	memset(placement.threads, 0,
	       machine->core_count * sizeof(*placement.threads));
	if (self->core)
		placement.threads[self->core - 1] = 1;
}

/* Confines the calling thread to a processor; with -1, lets it go wherever the
 * process may go, whatever it inherited from the thread that created it.  Where
 * the processor is gone meanwhile, the thread runs where the kernel puts it. */
void rcl_confine(int cpu)
{
	cpu_set_t set = *rcl_allowed();

	if (cpu >= 0) {
		CPU_ZERO(&set);
		CPU_SET(cpu, &set);
	}
	sched_setaffinity(0, sizeof(set), &set);
}
