/* What an inner section declares is kept by its address in the outer one: the outer one's client has it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct entry {
	long value;
	struct entry *next;
};

static rcl_mutex_t list_lock = RCL_MUTEX_INITIALIZER(list_lock);
static rcl_mutex_t stats_lock = RCL_MUTEX_INITIALIZER(stats_lock);
static struct entry *list;
static long lookups, found;

struct total_stats_cs {     /* stats_lock, in.c:18-22 */
	struct entry **at;  /* out */
};

static int total_stats_cs(void *ctx)
{
	struct total_stats_cs *cs = ctx;

	lookups++;
	struct entry **at = &list;
	cs->at = at;
	return 0;
}

struct total_list_cs {      /* list_lock, in.c:17-25 */
	long most;          /* in */
	struct entry **at;  /* out */
};

static int total_list_cs(void *ctx)
{
	struct total_list_cs *cs = ctx;
	long most = cs->most;
	struct entry **at;
	struct total_stats_cs stats_cs;
	rcl_exec_anon(&stats_lock, total_stats_cs, &stats_cs, sizeof(stats_cs));
	at = stats_cs.at;
	while (*at && (*at)->value < most)
		at = &(*at)->next;
	cs->at = at;
	return 0;
}

static long total(long most)
{
	struct entry **at;
	struct entry ***ends[2];
	struct total_list_cs cs = { .most = most };
	rcl_exec_anon(&list_lock, total_list_cs, &cs, sizeof(cs));
	at = cs.at;

	long sum = 0;

	for (int i = 0; i < 2; i++)
		ends[i] = &at;
	for (struct entry *one = list; one != **ends[1]; one = one->next)
		sum += one->value;
	return sum;
}

struct last_stats_cs {       /* stats_lock, in.c:40-43 */
	struct entry **one;  /* by reference */
	struct entry **at;   /* out */
};

static int last_stats_cs(void *ctx)
{
	struct last_stats_cs *cs = ctx;
	struct entry **one = cs->one;
	struct entry **at;

	found += *one != NULL;
	at = one;
	cs->at = at;
	return 0;
}

struct last_list_cs {          /* list_lock, in.c:38-47 */
	long most;             /* in */
	struct entry **one;    /* by reference */
	struct entry ***at;    /* by reference */
	struct entry ***kept;  /* out */
};

static int last_list_cs(void *ctx)
{
	struct last_list_cs *cs = ctx;
	long most = cs->most;
	struct entry **one = cs->one;
	struct entry ***at = cs->at;

	*one = list;
	struct last_stats_cs stats_cs = { .one = one };
	rcl_exec_anon(&stats_lock, last_stats_cs, &stats_cs, sizeof(stats_cs));
	*at = stats_cs.at;
	struct entry ***kept = at;
	while (**kept && (**kept)->value < most)
		*kept = &(**kept)->next;
	cs->kept = kept;
	return 0;
}

static long last(long most)
{
	struct entry *one;
	struct entry **at;
	struct entry ***kept;
	struct last_list_cs cs = { .most = most, .one = &one, .at = &at };
	rcl_exec_anon(&list_lock, last_list_cs, &cs, sizeof(cs));
	kept = cs.kept;
	return **kept ? (**kept)->value : 0;
}

int main(void)
{
	static struct entry entries[4] = { { 1, &entries[1] }, { 2, &entries[2] }, { 3, &entries[3] }, { 5, NULL } };

	list = entries;
	printf("%ld %ld %ld %ld\n", total(0), total(3), total(4), total(9));
	printf("%ld %ld\n", last(2), last(9));
	printf("%ld %ld\n", lookups, found);
	return 0;
}
