/* Threads that hold a mutex for life, and give it back only while they wait. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdlib.h>

struct item {
	struct item *next;
	int age;
};

static rcl_mutex_t scan_mutex = RCL_MUTEX_INITIALIZER(scan_mutex);
static rcl_cond_t scan_cond = RCL_COND_INITIALIZER;
static rcl_mutex_t list_mutex = RCL_MUTEX_INITIALIZER(list_mutex);
static struct item *list;
static int scans, expired;

void work(int step);

/* list_mutex, in.c:28-32 */
static int scan_thread_list_cs(void *ctx)
{
	struct item *item;

	for (item = list; item; item = item->next)
		if (item->age++ > 10)
			expired++;
	return 0;
}

struct scan_thread_scan_cs {  /* scan_mutex, in.c:24-33 */
	int at;               /* where it goes on */
};

static int scan_thread_scan_cs(void *ctx)
{
	struct scan_thread_scan_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	for (;;) {
		cs->at = 1;
		return rcl_wait(&scan_cond, &scan_mutex);
		at_1:
		scans++;
		rcl_exec_anon(&list_mutex, scan_thread_list_cs, NULL, 0);
	}
}

/* Its function gives a value, which nothing says. */
void *scan_thread(void *arg)
{
	(void) arg;
	struct scan_thread_scan_cs cs = { .at = 0 };
	for (;;) {
		rcl_exec_waiting(&scan_mutex, scan_thread_scan_cs, &cs, sizeof(cs));
	}
}

struct scan_always_cs {  /* scan_mutex, in.c:39-44 */
	int at;          /* where it goes on */
};

static int scan_always_cs(void *ctx)
{
	struct scan_always_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	while (1) {
		while (!list) {
			cs->at = 1;
			return rcl_wait(&scan_cond, &scan_mutex);
			at_1: ;
		}
		scans++;
	}
}

/* One that gives none. */
void scan_always(void)
{
	struct scan_always_cs cs = { .at = 0 };
	rcl_exec_waiting(&scan_mutex, scan_always_cs, &cs, sizeof(cs));
}

struct scan_and_count_cs {  /* scan_mutex, in.c:52-54 */
	int found;          /* in-out */
	int at;             /* where it goes on */
};

static int scan_and_count_cs(void *ctx)
{
	struct scan_and_count_cs *cs = ctx;
	int found = cs->found;

	if (cs->at == 1) {
		goto at_1;
	}

	for (;;) {
		cs->found = found;
		cs->at = 1;
		return rcl_wait(&scan_cond, &scan_mutex);
		at_1:
		found += scans;
		expired += found;
	}
}

/* A value that nobody ever gets. */
int scan_and_count(void)
{
	int found = 0;

	struct scan_and_count_cs cs = { .found = found, .at = 0 };
	rcl_exec_waiting(&scan_mutex, scan_and_count_cs, &cs, sizeof(cs));
	return found;
}

struct scan_until_done_cs {  /* scan_mutex, in.c:64-70 */
	void *arg;           /* in */
	int at;              /* where it goes on */
};

static int scan_until_done_cs(void *ctx)
{
	struct scan_until_done_cs *cs = ctx;
	void *arg = cs->arg;

	if (cs->at == 1) {
		goto at_1;
	}

	do {
		cs->at = 1;
		return rcl_wait(&scan_cond, &scan_mutex);
		at_1:
		if (arg && scans > 100)
			exit(0);
		scans++;
	} while (1);
}

/* It ends its process. */
void *scan_until_done(void *arg)
{
	struct scan_until_done_cs cs = { .arg = arg, .at = 0 };
	for (;;) {
		rcl_exec_waiting(&scan_mutex, scan_until_done_cs, &cs, sizeof(cs));
	}
}

struct scan_for_ever_cs {  /* scan_mutex, in.c:75-79 */
	int step;          /* in */
	int at;            /* where it goes on */
};

static int scan_for_ever_cs(void *ctx)
{
	struct scan_for_ever_cs *cs = ctx;
	int step = cs->step;

	if (cs->at == 1) {
		goto at_1;
	}

	for (;;) {
		cs->at = 1;
		return rcl_wait(&scan_cond, &scan_mutex);
		at_1:
		scans += step;
	}
}

__attribute__((noreturn)) void scan_for_ever(int step)
{
	struct scan_for_ever_cs cs = { .step = step, .at = 0 };
	for (;;) {
		rcl_exec_waiting(&scan_mutex, scan_for_ever_cs, &cs, sizeof(cs));
	}
}

struct scan_and_work_cs {  /* scan_mutex, in.c:87-94 */
	int step;          /* in */
	int at;            /* where it goes on */
};

static int scan_and_work_cs(void *ctx)
{
	struct scan_and_work_cs *cs = ctx;
	int step = cs->step;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 2) {
		goto at_2;
	}

	for (;;) {
		while (!list) {
			cs->at = 2;
			return rcl_wait(&scan_cond, &scan_mutex);
			at_2: ;
		}
		scans += step;
		cs->at = 1;
		return 1;
		at_1: ;
	}
}

/* They give it back for what takes long. */
void *scan_and_work(void *arg)
{
	int step = *(int *) arg;

	struct scan_and_work_cs cs = { .step = step, .at = 0 };
	for (;;) {
		rcl_exec_waiting(&scan_mutex, scan_and_work_cs, &cs, sizeof(cs));
		work(step);
	}
}

/* scan_mutex, in.c:105-107 */
static int scan_and_work_twice_scan_2_cs(void *ctx)
{
	expired++;
	return 0;
}

struct scan_and_work_twice_scan_1_cs {  /* scan_mutex, in.c:100-109 */
	int at;                         /* where it goes on */
};

static int scan_and_work_twice_scan_1_cs(void *ctx)
{
	struct scan_and_work_twice_scan_1_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	for (;;) {
		scans++;
		cs->at = 1;
		return 1;
		at_1: ;
	}
}

void *scan_and_work_twice(void *arg)
{
	struct scan_and_work_twice_scan_1_cs cs = { .at = 0 };
	for (;;) {
		rcl_exec_anon(&scan_mutex, scan_and_work_twice_scan_1_cs, &cs, sizeof(cs));
		work(scans);
		rcl_exec_anon(&scan_mutex, scan_and_work_twice_scan_2_cs, NULL, 0);
		work(2);
	}
}

struct scan_and_work_in_branches_cs {  /* scan_mutex, in.c:117-130 */
	int at;                        /* where it goes on */
};

static int scan_and_work_in_branches_cs(void *ctx)
{
	struct scan_and_work_in_branches_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 2) {
		goto at_2;
	}
	if (cs->at == 3) {
		goto at_3;
	}

	for (;;) {
		while (!list) {
			cs->at = 3;
			return rcl_wait(&scan_cond, &scan_mutex);
			at_3: ;
		}
		if (list->age > 10) {
			expired++;
			cs->at = 1;
			return 1;
			at_1: ;
		} else if (list->age > 5) {
			scans++;
			cs->at = 2;
			return 2;
			at_2: ;
		}
		list = list->next;
	}
}

void *scan_and_work_in_branches(void *arg)
{
	int done = 0;

	struct scan_and_work_in_branches_cs cs = { .at = 0 };
	for (;;) {
		int way = rcl_exec_waiting(&scan_mutex, scan_and_work_in_branches_cs,
				&cs, sizeof(cs));
		if (way == 1) {
			work(++done);
		}
		if (way == 2) {
			work(2);
		}
	}
}

struct scan_alone_cs {  /* scan_mutex, in.c:139-144 */
	int at;         /* where it goes on */
};

static int scan_alone_cs(void *ctx)
{
	struct scan_alone_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	for (;;) {
		cs->at = 1;
		return rcl_wait(&scan_cond, &scan_mutex);
		at_1:
		scans++;
	}
}

/* Only if nobody else does. */
void *scan_alone(void *arg)
{
	struct scan_alone_cs cs = { .at = 0 };
	for (;;) {
		if (rcl_tryexec(&scan_mutex, scan_alone_cs, &cs, sizeof(cs)) < 0)
			return NULL;
	}
}

struct scan_if_asked_cs {  /* scan_mutex, in.c:152-156 */
	int at;            /* where it goes on */
};

static int scan_if_asked_cs(void *ctx)
{
	struct scan_if_asked_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	for (;;) {
		cs->at = 1;
		return rcl_wait(&scan_cond, &scan_mutex);
		at_1:
		scans++;
	}
}

int scan_if_asked(int asked)
{
	if (!asked) {
		return -1;
	} else {
		struct scan_if_asked_cs cs = { .at = 0 };
		for (;;) {
			rcl_exec_waiting(&scan_mutex, scan_if_asked_cs, &cs, sizeof(cs));
		}
	}
}
