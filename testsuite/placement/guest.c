/* SPDX-License-Identifier: MIT */
/*
 * guest.c - the first and only process of a virtual machine with NUMA nodes:
 * uses servers there in the ways given below, prints where everything is, and
 * switches the machine off.
 */
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board.h"
#include "remote.h"

#define RCL_LOCK_tested	RCL_SERVER(0)

enum { CLIENTS = 4, PAGE = 4096, SECTIONS = 5000 };

static rcl_mutex_t *mutex;

/* "0,2-3", as the kernel writes it. */
static void print_mask(const char *what)
{
	char line[256], *value;
	FILE *file = fopen("/proc/thread-self/status", "r");

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, "Cpus_allowed_list:", 18)) {
			value = line + 18 + strspn(line + 18, "\t ");
			printf(" %s %.*s", what, (int)strcspn(value, "\n"),
			       value);
		}
	if (file)
		fclose(file);
}

static void print_node(const char *what, void *address)
{
	int node = -1;

	*(volatile char *)address = *(volatile char *)address;
	syscall(SYS_get_mempolicy, &node, NULL, 0, address,
		MPOL_F_NODE | MPOL_F_ADDR);
	printf(" %s %d", what, node);
}

static int say_server(void *unused)
{
	(void)unused;
	print_mask("server");
	return 0;
}

static int nothing(void *unused)
{
	(void)unused;
	return 0;
}

static void *client(void *unused)
{
	rcl_exec_anon(mutex, nothing, NULL, 0);
	print_mask("client");
	return unused;
}

/* All clients stay until the last one has been placed. */
static void *client_and_next(void *left)
{
	int count = *(int *)left - 1;
	pthread_t next;

	client(NULL);
	if (count > 0 && !pthread_create(&next, NULL, client_and_next, &count))
		pthread_join(next, NULL);
	return NULL;
}

/* A mutex on a page of the first node. */
static void make_mutex(void)
{
	unsigned long first = 1;

	mutex = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	syscall(SYS_mbind, mutex, PAGE, MPOL_BIND, &first, 64, 0);
	rcl_mutex_init(mutex, NULL, tested);
	syscall(SYS_mbind, mutex, PAGE, MPOL_DEFAULT, NULL, 0, 0);
}

static void print_memory(void)
{
	print_node("mutex", mutex);
	print_node("requests", &rcl_servers[0].slots->requests[RCL_SLOTS - 1]);
	print_node("lists", &rcl_servers[0]);
	print_node("fresh", mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

static void use_server(const char *cores, const char *clients)
{
	int count = CLIENTS;
	pthread_t thread;

	setenv("RCL_CORES", cores, 1);
	setenv("RCL_CLIENTS", clients, 1);
	printf("guest: %s%s%s:", cores, *clients ? " " : "", clients);
	make_mutex();
	print_node("mutex", mutex);
	rcl_exec_anon(mutex, say_server, NULL, 0);
	if (*clients)
		print_memory();		/* else it is wherever it is */
	if (!pthread_create(&thread, NULL, client_and_next, &count))
		pthread_join(thread, NULL);
	printf("\n");
	fflush(stdout);
}

/* Four threads on four processors, from the beginning in kind sanl's remote and
 * restrictive mode. */
static int add_one(void *sum)
{
	++*(long *)sum;
	return 0;
}

static void *contend(void *number)
{
	static long sum;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((int)(intptr_t)number, &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (int i = 0; i < SECTIONS; i++)
		rcl_exec_anon(mutex, add_one, &sum, 0);
	return &sum;
}

static void use_sanl(void)
{
	pthread_t threads[CLIENTS];
	struct rcl_board *board;
	void *sum = NULL;

	setenv("RCL_LOCKS", "*=sanl", 1);
	setenv("RCL_SANL", "local=0,free=0", 1);
	make_mutex();
	for (intptr_t i = 0; i < CLIENTS; i++)
		pthread_create(&threads[i], NULL, contend, (void *)i);
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(threads[i], &sum);
	board = rcl_board_of(mutex);
	printf("guest: sanl: sum %ld nodes %u%s\n", *(long *)sum,
	       rcl_nodes ? rcl_nodes->node_count : 1,
	       rcl_mode_of(board) & RCL_RESTRICTED_MODE ? " restrictive" : "");
	fflush(stdout);
}

int main(void)
{
	static const char *const ways[][2] = {
		{ "numa", "near" }, { "3", "near" }, { "3", "" },
	};

	mount("none", "/proc", "proc", 0, NULL);
	mount("none", "/sys", "sysfs", 0, NULL);
	mount("none", "/dev", "devtmpfs", 0, NULL);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (fork() == 0) {
			use_server(ways[i][0], ways[i][1]);
			_exit(0);
		}
		wait(NULL);
	}
	if (fork() == 0) {
		use_sanl();
		_exit(0);
	}
	wait(NULL);
	reboot(RB_POWER_OFF);
	return 0;
}
