/* SPDX-License-Identifier: MIT */
/*
 * topology.c - which processors there are, and which of them serve.
 *
 * Nothing is pinned unless RCL_CORES asks for it: where clients and servers
 * share a few processors, a pinned server starves the clients beside it.  So
 * clients are kept off the processors that RCL_CORES names, too, unless they
 * have no other or the program has placed them itself.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cpu_set_t allowed;			/* constant after once */
static _Atomic unsigned int cpu_count;		/* 0 until look() has run */
static cpu_set_t others;			/* those allowed that are no
						   server's; likewise */
static int cores[RCL_SERVERS];			/* likewise */

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
		if (CPU_ISSET(cpu, &allowed))
			cores[i] = (int)cpu;
		else
			rcl_complain("server %u is not confined: processor %ld "
				     "is not among those allowed", i, cpu);
		i++;
		text = end + 1;
	} while (*end);
}

static void look(void)
{
	const char *text = getenv("RCL_CORES");
	unsigned int count = 1;

	memset(cores, -1, sizeof(cores));
	CPU_ZERO(&allowed);
	/* The main thread's: the calling one may have confined itself. */
	if (!sched_getaffinity(getpid(), sizeof(allowed), &allowed))
		count = (unsigned int)CPU_COUNT(&allowed);
	if (text && *text)
		parse_cores(text);
	others = allowed;
	for (unsigned int i = 0; i < RCL_SERVERS; i++)
		if (cores[i] >= 0)
			CPU_CLR(cores[i], &others);
	/* release: pairs with rcl_cpu_count(). */
	atomic_store_explicit(&cpu_count, count, memory_order_release);
}

/* How many processors the process may use. */
unsigned int rcl_cpu_count(void)
{
	/* acquire: pairs with look(). */
	unsigned int count = atomic_load_explicit(&cpu_count,
						  memory_order_acquire);

	if (count == 0)
		pthread_once(&once, look);
	return count ? count : atomic_load_explicit(&cpu_count,
						    memory_order_acquire);
}

/* The processor that a server is confined to, or -1. */
int rcl_server_cpu(unsigned int server)
{
	pthread_once(&once, look);
	return cores[server];
}

/* Keeps the calling thread, which becomes a server's client, off the processors
 * of servers, unless it has no other or has been placed by the program. */
void rcl_keep_off_servers(void)
{
	cpu_set_t set;

	pthread_once(&once, look);
	if (CPU_COUNT(&others) > 0 && !CPU_EQUAL(&others, &allowed) &&
	    !sched_getaffinity(0, sizeof(set), &set) &&
	    CPU_EQUAL(&set, &allowed))
		sched_setaffinity(0, sizeof(others), &others);
}

/* Confines the calling thread to a processor; with -1, lets it go wherever the
 * process may go, whatever it inherited from the thread that created it.  Where
 * the processor is gone meanwhile, the thread runs where the kernel puts it. */
void rcl_confine(int cpu)
{
	cpu_set_t set = allowed;

	if (cpu >= 0) {
		CPU_ZERO(&set);
		CPU_SET(cpu, &set);
	}
	sched_setaffinity(0, sizeof(set), &set);
}
