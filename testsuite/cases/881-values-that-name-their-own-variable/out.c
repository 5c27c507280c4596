/* A variable whose first value names it, in sizeof or typeof, has no value before. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#define NEW(p) ((__typeof__(p)) calloc(1, sizeof(*(p))))

struct entry {
	int level;
	struct entry *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static struct entry *first;
static int used, full = 2, waited;

/* other, in.c:25-28 */
static int add_other_cs(void *ctx)
{
	waited++;
	full++;
	return 0;
}

struct add_lock_cs {  /* lock, in.c:21-38 */
	int level;    /* in */
	int wakeup;   /* in-out */
	int at;       /* where it goes on */
};

static int add_lock_cs(void *ctx)
{
	struct add_lock_cs *cs = ctx;
	int level = cs->level;
	int wakeup = cs->wakeup;

	if (cs->at == 1) {
		goto at_1;
	}

	if (level < 5) {
		while (used == full) {
			cs->at = 1;
			return 1;
			at_1: ;
		}
		struct entry *entry = NEW(entry);
		entry->level = level;
		entry->next = first;
		first = entry;
		used++;
		wakeup = 1;
	}
	cs->wakeup = wakeup;
	return 0;
}

static int add(int level)
{
	int wakeup = 0;

	struct add_lock_cs cs = { .level = level, .wakeup = wakeup, .at = 0 };
	while (rcl_exec_errno(&lock, add_lock_cs, &cs, sizeof(cs)) == 1) {
		rcl_exec_anon(&other, add_other_cs, NULL, 0);
	}
	wakeup = cs.wakeup;
	return wakeup;
}

struct after_cs {             /* lock, in.c:44-49 */
	int level;            /* in */
	struct entry *entry;  /* out */
};

static int after_cs(void *ctx)
{
	struct after_cs *cs = ctx;
	int level = cs->level;
	struct entry *entry = NEW(entry);
	entry->level = level;
	entry->next = first;
	first = entry;
	cs->entry = entry;
	return 0;
}

static int after(int level)
{
	struct entry *entry;
	struct after_cs cs = { .level = level };
	rcl_exec_errno(&lock, after_cs, &cs, sizeof(cs));
	entry = cs.entry;
	return entry->level;
}

int main(void)
{
	for (int i = 0; i < 7; i++)
		printf("%d ", add(i));
	printf("%d %d ", used, waited);
	printf("%d ", after(9));
	printf("%d\n", first->level);
	return 0;
}
