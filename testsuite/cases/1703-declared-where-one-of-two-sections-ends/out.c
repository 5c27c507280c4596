/* Hand over hand: what is declared at the end of the first lock is behind both. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct shard {
	rcl_mutex_t lock;
	int uses;
};

static rcl_mutex_t table_lock = RCL_MUTEX_INITIALIZER(table_lock);
static struct shard shards[2] = {
	{ RCL_MUTEX_INITIALIZER(shard_lock_in), 0 },
	{ RCL_MUTEX_INITIALIZER(shard_lock_in_13), 0 },
};
static int lookups;

struct describe_shard_cs {    /* shard->lock, in.c:23-25 */
	int id;               /* in */
	struct shard *shard;  /* in */
};

static int describe_shard_cs(void *ctx)
{
	struct describe_shard_cs *cs = ctx;
	int id = cs->id;
	struct shard *shard = cs->shard;

	shard->uses += id;
	return RCL_KEEP;
}

struct describe_table_cs {    /* table_lock, in.c:21-26 */
	int id;               /* in */
	struct shard *shard;  /* in */
};

static int describe_table_cs(void *ctx)
{
	struct describe_table_cs *cs = ctx;
	int id = cs->id;
	struct shard *shard = cs->shard;

	lookups++;
	struct describe_shard_cs shard_cs = { .id = id, .shard = shard };
	rcl_exec_anon(&shard->lock, describe_shard_cs, &shard_cs, sizeof(shard_cs));
	return 0;
}

static void describe(char *out, size_t size, int id)
{
	struct shard *shard = &shards[id & 1];

	char name[24];
	struct describe_table_cs cs = { .id = id, .shard = shard };
	rcl_exec_anon(&table_lock, describe_table_cs, &cs, sizeof(cs));
	id++;
	rcl_unlock(&shard->lock);
	snprintf(name, sizeof(name), "shard %d", id);
	snprintf(out, size, "<%s>", name);
}

int main(void)
{
	char text[40];

	describe(text, sizeof(text), 3);
	printf("%s %d %d\n", text, lookups, shards[1].uses);
	return 0;
}
