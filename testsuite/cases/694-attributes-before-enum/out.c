#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
/* spatch looks at no macro of a header's, nor at one of several lines. */
#define HIDDEN \
	__attribute__((visibility("hidden"))) \
	__attribute__((noinline))

enum status { OK, NONE };

struct chunk {
	rcl_mutex_t lock;
	int id, set;
};

static struct chunk chunk = { RCL_MUTEX_INITIALIZER(chunk_lock), 3, 1 };

struct get_id_cs {            /* chunk->lock, in.c:23-28 */
	struct chunk *chunk;  /* in */
	int *id;              /* in */
	enum status status;   /* in-out */
};

static int get_id_cs(void *ctx)
{
	struct get_id_cs *cs = ctx;
	struct chunk *chunk = cs->chunk;
	int *id = cs->id;
	enum status status = cs->status;

	if (chunk->set)
		*id = chunk->id;
	else
		status = NONE;
	cs->status = status;
	return 0;
}

HIDDEN
enum status get_id(
		struct chunk *chunk, int *id)
{
	enum status status = OK;

	struct get_id_cs cs = { .chunk = chunk, .id = id, .status = status };
	rcl_exec_anon(&chunk->lock, get_id_cs, &cs, sizeof(cs));
	status = cs.status;
	return status;
}

struct set_id_cs {            /* chunk->lock, in.c:34-37 */
	struct chunk *chunk;  /* in */
	int id;               /* in */
};

static int set_id_cs(void *ctx)
{
	struct set_id_cs *cs = ctx;
	struct chunk *chunk = cs->chunk;
	int id = cs->id;

	chunk->id = id;
	chunk->set = 1;
	return 0;
}

HIDDEN struct chunk *set_id(struct chunk *chunk, int id)
{
	struct set_id_cs cs = { .chunk = chunk, .id = id };
	rcl_exec_anon(&chunk->lock, set_id_cs, &cs, sizeof(cs));
	return chunk;
}

struct clear_id_cs {          /* chunk->lock, in.c:43-45 */
	struct chunk *chunk;  /* in */
};

static int clear_id_cs(void *ctx)
{
	struct clear_id_cs *cs = ctx;
	struct chunk *chunk = cs->chunk;

	chunk->set = 0;
	return 0;
}

HIDDEN enum status clear_id(struct chunk *chunk)
{
	struct clear_id_cs cs = { .chunk = chunk };
	rcl_exec_anon(&chunk->lock, clear_id_cs, &cs, sizeof(cs));
	return NONE;
}

int main(void)
{
	int id = 0;

	printf("%d", get_id(&chunk, &id));
	printf(" %d\n", id);
	printf("%d", get_id(set_id(&chunk, 4), &id));
	printf(" %d %d\n", id, clear_id(&chunk));
	return 0;
}
