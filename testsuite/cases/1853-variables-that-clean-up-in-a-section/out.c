/* A section declares variables that have a clean-up function: it is shipped if they are cleaned up while it has its lock,
   and only then. */
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include "rcl_config.h"

#define _cleanup_(f) __attribute__((cleanup(f)))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t cond;
static GHashTable *table;
static int sum, freed, held;

static void free_it(char **text)
{
	if (*text != NULL)
		freed += held ? 1 : 100;
	g_free(*text);
}

struct add_cs {         /* lock, in.c:24-42 */
	const char *s;  /* in */
	int k;          /* in */
	int result;     /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	const char *s = cs->s;
	int k = cs->k;

	_cleanup_(free_it) char *copy = g_strdup(s);

	if (k == 1)
		return 1;
	if (k == 2) {
		cs->result = sum;
		return 2;
	}
	g_hash_table_add(table, g_steal_pointer(&copy));
	sum++;
	for (int i = 0; i < k; i++) {
		_cleanup_(free_it) char *other = g_strdup_printf("%d", i);

		if (i == 5) {
			cs->result = sum + (int)strlen(other);
			return 2;
		}
		if (i == 1)
			continue;
		sum += i;
	}
	cs->result = sum;
	return 2;
}

/* its guard gives the lock back behind them */
static int add(const char *s, int k)
{
	struct add_cs cs = { .s = s, .k = k };
	int way = rcl_exec_blocking(&lock, add_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

struct wait_with_cs {   /* lock, in.c:48-54 */
	const char *s;  /* in */
	char *result;   /* out */
};

static int wait_with_cs(void *ctx)
{
	struct wait_with_cs *cs = ctx;
	const char *s = cs->s;

	g_autofree char *copy = g_strdup(s);

	while (g_hash_table_size(table) == 0)
		rcl_cond_wait(&cond, &lock);
	sum += g_hash_table_contains(table, copy);
	cs->result = g_steal_pointer(&copy);
	return 1;
}

/* one that it has while it waits */
static char *wait_with(const char *s)
{
	struct wait_with_cs cs = { .s = s };
	rcl_exec_blocking(&lock, wait_with_cs, &cs, sizeof(cs));
	return cs.result;
}

struct wait_before_cs {  /* lock, in.c:60-66 */
	const char *s;   /* in */
	char *result;    /* out */
};

static int wait_before_cs(void *ctx)
{
	struct wait_before_cs *cs = ctx;
	const char *s = cs->s;

	if (g_hash_table_size(table) == 0)
		return rcl_wait(&cond, &lock);
	g_autofree char *copy = g_strdup(s);
	sum += g_hash_table_contains(table, copy);
	cs->result = g_steal_pointer(&copy);
	return 1;
}

/* one that it has only behind that */
static char *wait_before(const char *s)
{
	struct wait_before_cs cs = { .s = s };
	rcl_exec_blocking(&lock, wait_before_cs, &cs, sizeof(cs));
	return cs.result;
}

struct count_cs {       /* lock, in.c:72-81 */
	const char *s;  /* in */
	int k;          /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	const char *s = cs->s;
	int k = cs->k;

	held = 1;
	if (k) {
		_cleanup_(free_it) char *copy = g_strdup(s);

		sum += (int)strlen(copy);
	}
	sum++;
	held = 0;
	return 0;
}

/* in a block of its own */
static int count(const char *s, int k)
{
	struct count_cs cs = { .s = s, .k = k };
	rcl_exec_blocking(&lock, count_cs, &cs, sizeof(cs));
	return sum;
}

/* lock, in.c:88-89 */
static int leave_cs(void *ctx)
{
	held = 1;
	return RCL_KEEP;
}

/* cleaned up without the lock */
static int leave(const char *s, int k)
{
	rcl_exec_anon(&lock, leave_cs, NULL, 0);
	if (k) {
		_cleanup_(free_it) char *copy = g_strdup(s);

		if (k == 2) {
			held = 0;
			rcl_unlock(&lock);
			return -1;
		}
		sum += (int)strlen(copy);
	}
	sum++;
	held = 0;
	rcl_unlock(&lock);
	return sum;
}

/* lock, in.c:108-122 */
static int pause_for_cs(void *ctx)
{
	held = 1;
	return RCL_KEEP;
}

static int pause_for(const char *s, int k)
{
	rcl_exec_anon(&lock, pause_for_cs, NULL, 0);
	while (k-- > 0) {
		_cleanup_(free_it) char *copy = g_strdup(s);

		sum += (int)strlen(copy);
		held = 0;
		rcl_unlock(&lock);
		printf("%s\n", copy);
		rcl_lock(&lock);
		held = 1;
	}
	sum++;
	held = 0;
	rcl_unlock(&lock);
	return sum;
}
int main(void)
{
	g_autofree char *x = NULL, *y = NULL;

	table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	printf("%d %d %d %d", add("one", 1), add("two", 2), add("three", 3), add("four", 8));
	x = wait_with("one"); y = wait_before("two");
	printf("%s %s", x, y);
	printf("%d %d ", count("a", 1), leave("b", 1));
	printf("%d %d %d ", count("a", 0), leave("b", 2), pause_for("hallo", 2));
	printf("%d\n", freed);
	return 0;
}
