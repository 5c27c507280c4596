/* A lock function gets to its mutex by a variable, whose value a macro says that it defines itself. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define MANY 4
#define AT(i) (i)

struct record {
	rcl_mutex_t lock;
	int users;
};

static struct record records[MANY];
static int count;

static void grab(int id)
{
#undef AT
#define AT(i) ((i) + 1)
	struct record *record = &records[AT(id)];

	rcl_lock(&record->lock);
}

static void ungrab(int id)
{
	struct record *record = &records[AT(id)];

	rcl_unlock(&record->lock);
}

static void plain(int n)
{
	grab(0);
	count += n;
	ungrab(0);
}

struct other_cs {  /* records[1].lock, in.c:41-44 */
	int n;     /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	int n = cs->n;

	plain(n);
	count += n;
	return 0;
}

static void other(int n)
{
	struct other_cs cs = { .n = n };
	rcl_exec_anon(&records[1].lock, other_cs, &cs, sizeof(cs));
}

/* records[0].lock, in.c:52-54 */
static int main_cs(void *ctx)
{
	plain(2);
	return 0;
}

int main(void)
{
	for (int i = 0; i < MANY; i++)
		rcl_mutex_init(&records[i].lock, NULL, record_lock);
	plain(1);
	rcl_exec_anon(&records[0].lock, main_cs, NULL, 0);
	printf("%d\n", count);
	return count > 100 ? (other(1), 1) : 0;
}
