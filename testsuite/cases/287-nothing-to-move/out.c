#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct zone {
	rcl_mutex_t lock;
	int name, uses;
	struct zone *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t whole = RCL_MUTEX_INITIALIZER(whole);
static struct zone *zones;
static int lookups, starts;

static struct zone *find(int name)
{
	struct zone *z = zones;

	while (z && z->name != name)
		z = z->next;
	return z;
}

struct find_locked_cs {  /* lock, in.c:30-35 */
	int name;        /* in */
	struct zone *z;  /* out */
};

static int find_locked_cs(void *ctx)
{
	struct find_locked_cs *cs = ctx;
	int name = cs->name;
	struct zone *z;

	z = find(name);
	lookups++;
	if (z)
		rcl_lock(&z->lock);
	cs->z = z;
	return 0;
}

/* Both of these take the lock of what they find, for their callers. */
static struct zone *find_locked(int name)
{
	struct zone *z;

	struct find_locked_cs cs = { .name = name };
	rcl_exec_anon(&lock, find_locked_cs, &cs, sizeof(cs));
	z = cs.z;
	if (!z)
		return NULL;
	return z->next ? z : NULL;
}

static rcl_mutex_t *make_locked_mutex(struct zone *z)
{
	return &z->lock;
}

static struct zone *make_locked_first(int name)
{
	struct zone *z = calloc(1, sizeof(*z));

	if (!z)
		exit(1);
	rcl_mutex_init(&z->lock, NULL, zone_lock);
	z->name = name;
	z->next = zones;
	zones = z;
	return z;
}

static void begin_ahead(void)
{
	starts++;
}

static void begin_counted_held(void)
{
	if (starts > 2)
		starts--;
}

struct main_zone_cs {    /* z->lock, in.c:79-80 */
	struct zone *z;  /* in */
};

static int main_zone_cs(void *ctx)
{
	struct main_zone_cs *cs = ctx;
	struct zone *z = cs->z;

	z->uses++;
	return 0;
}

/* whole, in.c:91-93 */
static int main_whole_1_cs(void *ctx)
{
	lookups++;
	return 0;
}

/* whole, in.c:94-96 */
static int main_whole_2_cs(void *ctx)
{
	begin_counted_held();
	lookups++;
	return 0;
}

int main(void)
{
	for (int name = 0; name < 4; name++) {
		struct zone *z = make_locked_first(name);

		struct main_zone_cs cs = { .z = z };
		rcl_exec_anon(make_locked_mutex(z), main_zone_cs, &cs, sizeof(cs));
	}
	for (int name = 1; name < 4; name++) {
		struct zone *z = find_locked(name);

		if (z) {
			z->uses += name;
			printf("%d %d\n", z->name, z->uses);
			rcl_unlock(&z->lock);
		}
	}
	begin_ahead();
	rcl_exec_anon(&whole, main_whole_1_cs, NULL, 0);
	rcl_exec_anon(&whole, main_whole_2_cs, NULL, 0);
	printf("%d %d\n", lookups, starts);
	return 0;
}
