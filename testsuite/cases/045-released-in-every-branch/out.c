#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct entry {
	int key, used;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct entry entries[8];
static int count, idle, misses;

struct get_cs {               /* lock, in.c:17-33 */
	int key;              /* in */
	struct entry *entry;  /* in-out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int key = cs->key;
	struct entry *entry = cs->entry;

	for (int i = 0; i < count; i++)
		if (entries[i].key == key)
			entry = &entries[i];
	if (entry) {
		entry->used++;
		cs->entry = entry;
		return 1;
	} else if (count < 8) {
		entry = &entries[count++];
		entry->key = key;
		cs->entry = entry;
		return 2;
	} else {
		idle++;
		cs->entry = entry;
		return 3;
	}
}

/* The branches meet behind their releases. */
static struct entry *get(int key)
{
	struct entry *entry = NULL;

	struct get_cs cs = { .key = key, .entry = entry };
	int way = rcl_exec_anon(&lock, get_cs, &cs, sizeof(cs));
	entry = cs.entry;

	if (way == 2) {
		misses++;
	}
	if (way == 3) {
		printf("full\n");
		misses += 10;
	}
	if (entry)
		misses += entry->used;
	return entry;
}

struct sum_cs {    /* lock, in.c:45-56 */
	int most;  /* in */
	int n;     /* in-out */
	int at;    /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int most = cs->most;
	int n = cs->n;
	int at = cs->at;

	for (;;) {
		if (at == count) {
			idle = n;
			cs->n = n;
			cs->at = at;
			return 1;
		}
		n += entries[at++].key;
		if (n > most) {
			return 2;
		}
	}
}

/* Out of the loop that the section ends with. */
static int sum(int most)
{
	int n = 0, at = 0;

	struct sum_cs cs = { .most = most, .n = n, .at = at };
	int way = rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));

	if (way == 1) {
		n = cs.n;
		at = cs.at;
		misses--;
	} else {
		return -1;
	}
	return n + at;
}

int main(void)
{
	for (int i = 0; i < 12; i++)
		get(i % 10);
	printf("%d %d %d %d\n", get(3)->used, count, idle, misses);
	printf("%d %d", sum(100), sum(20));
	printf(" %d %d\n", idle, misses);
	return 0;
}
