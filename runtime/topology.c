/* SPDX-License-Identifier: MIT */
/*
 * topology.c - which processors there are, and how near to each other.
 *
 * The tree of caches, packages and NUMA nodes is hwloc's.  Only those who ask
 * for a placement by it need that, and so it is loaded when they do: a program
 * with this library depends on hwloc neither when it is linked, statically or
 * not, nor when it starts.  Without hwloc, or if the library was built without its
 * header, all cores are alike.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "internal.h"
#include "placement.h"

enum { OWN_DISTANCE = 10, OTHER_DISTANCE = 20 }; /* where nothing says */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cpu_set_t allowed;			/* constant after once */
static _Atomic unsigned int cpu_count;		/* 0 until look() has run */

/* Missing in some programs, as those that are linked statically. */
#pragma weak dlopen
#pragma weak dlsym
#pragma weak dlclose

static void look(void)
{
	unsigned int count = 1;

	CPU_ZERO(&allowed);
	/* The main thread's: the calling one may have confined itself. */
	if (!sched_getaffinity(getpid(), sizeof(allowed), &allowed))
		count = (unsigned int)CPU_COUNT(&allowed);
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

/* Which they are. */
const cpu_set_t *rcl_allowed(void)
{
	pthread_once(&once, look);
	return &allowed;
}

/* Allocates room for so many cores and elements. */
static bool allocate(struct rcl_machine *machine, unsigned int cores,
		     unsigned int elements)
{
	memset(machine, 0, sizeof(*machine));
	machine->cores = calloc(cores, sizeof(*machine->cores));
	machine->elements = calloc(elements, sizeof(*machine->elements));
	return machine->cores && machine->elements;
}

static void release(struct rcl_machine *machine)
{
	free(machine->cores);
	free(machine->elements);
	free(machine->distances);
	memset(machine, 0, sizeof(*machine));
}

/* Fills in what nothing is known about. */
static bool guess_distances(struct rcl_machine *machine)
{
	unsigned int n = machine->node_count;

	machine->distances = calloc((size_t)n * n, sizeof(unsigned int));
	if (!machine->distances)
		return false;
	for (unsigned int i = 0; i < n * n; i++)
		machine->distances[i] = i / n == i % n ? OWN_DISTANCE :
							 OTHER_DISTANCE;
	return true;
}

/* All allowed processors are cores of one node, with nothing in between. */
static bool make_flat(struct rcl_machine *machine)
{
	unsigned int count = rcl_cpu_count(), core = 0;

	if (!allocate(machine, count, count + 1))
		return false;
	for (int cpu = 0; cpu < CPU_SETSIZE && core < count; cpu++)
		if (CPU_ISSET(cpu, &allowed)) {
			machine->cores[core].cpu = cpu;
			CPU_SET(cpu, &machine->cores[core].cpus);
			machine->cores[core].element = core + 1;
			machine->elements[core + 1] =
				(struct rcl_element){ 0, core, 1 };
			core++;
		}
	machine->elements[0].count = machine->core_count = core;
	machine->element_count = core + 1;
	machine->node_count = 1;
	machine->here = true;
	return core > 0 && guess_distances(machine);
}

/*
 * hwloc's part.
 */

/* A part of the header that depends on the processor, too. */
#if __has_include(<hwloc/autogen/config.h>)
#include <hwloc.h>

#define CALLS(CALL)                                                        \
	CALL(get_api_version)                                              \
	CALL(topology_init)                                                \
	CALL(topology_set_components)                                      \
	CALL(topology_load)                                                \
	CALL(topology_destroy)                                             \
	CALL(topology_get_depth)                                           \
	CALL(topology_is_thissystem)                                       \
	CALL(get_nbobjs_by_depth)                                          \
	CALL(get_obj_by_depth)                                             \
	CALL(get_type_depth)                                               \
	CALL(bitmap_first)                                                 \
	CALL(distances_get_by_type)                                        \
	CALL(distances_release)

/* The functions of hwloc that are called, by their names without hwloc_. */
struct calls {
#define MEMBER(name) __typeof__(hwloc_##name) *name;
	CALLS(MEMBER)
#undef MEMBER
};

/* Returns false if hwloc is not there, or not the one that we know. */
static bool find_calls(void *library, struct calls *hwloc)
{
	void *symbol;

#define FIND(name)                                          \
	symbol = dlsym(library, "hwloc_" #name);            \
	if (!symbol)                                        \
		return false;                               \
	memcpy(&hwloc->name, &symbol, sizeof(symbol));
	CALLS(FIND)
#undef FIND
	return hwloc->get_api_version() >> 16 == HWLOC_API_VERSION >> 16;
}

/* The tree's element for an object of hwloc's, which gets one, as do those that
 * it is in, when its first core is met: core_count is that one's number. */
static unsigned int element_of(struct rcl_machine *machine, hwloc_obj_t object)
{
	unsigned int parent, number;

	if (object->userdata)
		return (unsigned int)(uintptr_t)object->userdata - 1;
	parent = object->parent ? element_of(machine, object->parent) : 0;
	number = machine->element_count++;
	machine->elements[number] =
		(struct rcl_element){ parent, machine->core_count, 0 };
	object->userdata = (void *)(uintptr_t)(number + 1);
	return number;
}

static void add_core(const struct calls *hwloc, struct rcl_machine *machine,
		     hwloc_obj_t object, int cpu)
{
	unsigned int element = element_of(machine, object);
	struct rcl_core *core = &machine->cores[machine->core_count++];
	int node = hwloc->bitmap_first(object->nodeset);

	core->element = element;
	core->node = node > 0 ? (unsigned int)node : 0;
	core->cpu = cpu;
	if (core->node >= machine->node_count)
		machine->node_count = core->node + 1;
	for (machine->elements[element].count++; element;) {
		element = machine->elements[element].parent;
		machine->elements[element].count++;
	}
}

/* The cores with processors that may be used; those of another machine all
 * may. */
static void read_cores(const struct calls *hwloc, hwloc_topology_t topology,
		       struct rcl_machine *machine)
{
	int depth = hwloc->get_type_depth(topology, HWLOC_OBJ_PU);
	unsigned int count = hwloc->get_nbobjs_by_depth(topology, depth);
	hwloc_obj_t last = NULL;

	for (unsigned int i = 0; i < count; i++) {
		hwloc_obj_t object = hwloc->get_obj_by_depth(topology, depth, i);
		unsigned int cpu = object->os_index;
		hwloc_obj_t core = object;

		if (cpu >= CPU_SETSIZE ||
		    (machine->here && !CPU_ISSET(cpu, &allowed)))
			continue;
		while (core && core->type != HWLOC_OBJ_CORE)
			core = core->parent;
		if (!core)
			core = object;
		if (core != last)
			add_core(hwloc, machine, core, (int)cpu);
		last = core;
		CPU_SET(cpu, &machine->cores[machine->core_count - 1].cpus);
	}
}

static void read_distances(const struct calls *hwloc, hwloc_topology_t topology,
			   struct rcl_machine *machine)
{
	struct hwloc_distances_s *found;
	unsigned int count = 1, n = machine->node_count;

	if (hwloc->distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &count,
					 &found, HWLOC_DISTANCES_KIND_MEANS_LATENCY,
					 0) || count == 0)
		return;
	for (unsigned int i = 0; i < found->nbobjs * found->nbobjs; i++) {
		unsigned int from = found->objs[i / found->nbobjs]->os_index;
		unsigned int to = found->objs[i % found->nbobjs]->os_index;

		if (from < n && to < n)
			machine->distances[from * n + to] =
				(unsigned int)found->values[i];
	}
	hwloc->distances_release(topology, found);
}

static bool read_topology(const struct calls *hwloc, hwloc_topology_t topology,
			  struct rcl_machine *machine)
{
	int depths = hwloc->topology_get_depth(topology);
	unsigned int objects = 0, processors = 0;

	for (int depth = 0; depth < depths; depth++) {
		processors = hwloc->get_nbobjs_by_depth(topology, depth);
		objects += processors;
	}
	if (!allocate(machine, processors, objects))
		return false;
	machine->here = hwloc->topology_is_thissystem(topology);
	read_cores(hwloc, topology, machine);
	if (machine->core_count == 0 || !guess_distances(machine))
		return false;
	read_distances(hwloc, topology, machine);
	return true;
}

static bool ask_hwloc(struct rcl_machine *machine)
{
	/* A program without an interpreter is linked statically, and what it
	 * loads brings another libc. */
	void *library = dlopen && getauxval(AT_BASE) ?
				dlopen("libhwloc.so.15", RTLD_NOW) : NULL;
	hwloc_topology_t topology;
	struct calls hwloc;
	bool known = false;

	if (!library)
		return false;
	if (find_calls(library, &hwloc) && !hwloc.topology_init(&topology)) {
		/* That one moves the calling thread from processor to
		 * processor. */
		hwloc.topology_set_components(
			topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
			"x86");
		known = !hwloc.topology_load(topology) &&
			read_topology(&hwloc, topology, machine);
		hwloc.topology_destroy(topology);
	}
	dlclose(library);
	return known;
}

#else

static bool ask_hwloc(struct rcl_machine *machine)
{
	(void)machine;
	return false;
}

#endif

static struct rcl_machine machine;		/* constant after machine_once */

static void read_machine(void)
{
	pthread_once(&once, look);
	if (ask_hwloc(&machine))
		return;
	release(&machine);
	rcl_complain("hwloc cannot be used: all cores count as alike");
	if (!make_flat(&machine))
		release(&machine);
}

/* The machine, read when first asked for; NULL if there is no memory. */
const struct rcl_machine *rcl_machine(void)
{
	static pthread_once_t machine_once = PTHREAD_ONCE_INIT;

	pthread_once(&machine_once, read_machine);
	return machine.core_count ? &machine : NULL;
}

/* Whether the kernel knows of several NUMA nodes. */
bool rcl_has_nodes(void)
{
	FILE *file = fopen("/sys/devices/system/node/online", "re");
	char text[16] = "";
	bool several;

	if (!file)
		return false;
	several = fgets(text, sizeof(text), file) &&
		  text[strspn(text, "0123456789")] != '\n';
	fclose(file);
	return several;
}
