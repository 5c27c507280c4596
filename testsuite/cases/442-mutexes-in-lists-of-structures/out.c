#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct task {
	void (*run)(void *arg);
	void *arg;
};

struct slot {
	const char *name;
	rcl_mutex_t *mutex;
	int *counter;
};

typedef struct {
	struct task tasks[2];
	int number;
} batch;

static rcl_mutex_t first = RCL_MUTEX_INITIALIZER(first);
static rcl_mutex_t second = RCL_MUTEX_INITIALIZER(second);
static rcl_mutex_t third = RCL_MUTEX_INITIALIZER(third);
static int n, total;

/* m, in.c:28-30 */
static int work_cs(void *ctx)
{
	n++;
	return 0;
}

static void work(void *arg)
{
	rcl_mutex_t *m = arg;
	rcl_exec_anon(m, work_cs, NULL, 0);
}

static struct task fixed = { work, &first };

static void run(const struct task *task)
{
	task->run(task->arg);
}

static void run_all(const batch *all)
{
	for (int i = 0; i < all->number; i++)
		run(&all->tasks[i]);
}

struct count_cs {                 /* slot->mutex, in.c:48-50 */
	const struct slot *slot;  /* in */
	int by;                   /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	const struct slot *slot = cs->slot;
	int by = cs->by;

	*slot->counter += by;
	return 0;
}

static void count(const struct slot *slot, int by)
{
	struct count_cs cs = { .slot = slot, .by = by };
	rcl_exec_anon(slot->mutex, count_cs, &cs, sizeof(cs));
}

int main(void)
{
	rcl_mutex_t *other = &second;
	struct task named = { .run = work, .arg = &first };
	const struct slot slots[] = { { "one", &third, &total }, { .counter = &total, .mutex = &third } };
	batch both = { { { work, other }, { work, &first } }, 2 };

	run(&fixed);
	run(&named);
	run(&(struct task){ work, other });
	run_all(&both);
	for (int i = 0; i < 2; i++)
		count(&slots[i], i + 2);
	printf("%d %d\n", n, total);
	return 0;
}
