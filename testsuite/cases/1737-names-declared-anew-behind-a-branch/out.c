#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct thread {
	int resumed;
};

static rcl_mutex_t tasks = RCL_MUTEX_INITIALIZER(tasks), threads = RCL_MUTEX_INITIALIZER(threads);
static struct thread idle;
static int notified, closed;

static bool unassign(int n, struct thread **next)
{
	*next = n > 2 ? &idle : NULL;
	return n & 1;
}

struct process_threads_1_cs {  /* threads, in.c:28-31 */
	int n;                 /* in */
	bool notify;           /* out */
	struct thread *next;   /* out */
};

static int process_threads_1_cs(void *ctx)
{
	struct process_threads_1_cs *cs = ctx;
	int n = cs->n;
	bool notify;
	struct thread *next;
	notify = unassign(n, &next);
	cs->notify = notify;
	cs->next = next;
	return 0;
}

struct process_tasks_cs {  /* tasks, in.c:24-39 */
	int n;             /* in */
	bool notify;       /* out */
};

static int process_tasks_cs(void *ctx)
{
	struct process_tasks_cs *cs = ctx;
	int n = cs->n;
	bool notify;

	if (n > 5) {
		closed++;
		return 1;
	}
	notify = n == 4;
	cs->notify = notify;
	return 0;
}

struct process_threads_2_cs {  /* threads, in.c:41-45 */
	int n;                 /* in */
	bool notify;           /* in-out */
	struct thread *next;   /* out */
};

static int process_threads_2_cs(void *ctx)
{
	struct process_threads_2_cs *cs = ctx;
	int n = cs->n;
	bool notify = cs->notify;
	struct thread *next;
	if (unassign(n, &next))
		notify = true;
	cs->notify = notify;
	cs->next = next;
	return 0;
}

/* Another variable has the name from its declaration on, which the branch does not get to. */
static void process(int n)
{
	bool notify = false;

	struct process_tasks_cs cs = { .n = n };
	if (rcl_exec_anon(&tasks, process_tasks_cs, &cs, sizeof(cs)) == 1) {
		struct thread *next;
		struct process_threads_1_cs threads_1_cs = { .n = n };
		rcl_exec_anon(&threads, process_threads_1_cs, &threads_1_cs, sizeof(threads_1_cs));
		notify = threads_1_cs.notify;
		next = threads_1_cs.next;
		if (notify)
			notified++;
		if (next)
			next->resumed++;
		return;
	}
	notify = cs.notify;

	struct thread *next;
	struct process_threads_2_cs threads_2_cs = { .n = n, .notify = notify };
	rcl_exec_anon(&threads, process_threads_2_cs, &threads_2_cs, sizeof(threads_2_cs));
	notify = threads_2_cs.notify;
	next = threads_2_cs.next;
	if (notify)
		notified++;
	if (next)
		next->resumed++;
}

int main(void)
{
	for (int n = 0; n < 9; n++)
		process(n);
	printf("%d %d %d\n", notified, idle.resumed, closed);
	return 0;
}
