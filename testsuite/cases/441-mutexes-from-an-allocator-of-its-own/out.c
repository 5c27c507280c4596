#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sync {
	rcl_mutex_t *mutex;
	rcl_mutex_t *all;
	int *column;
	int rows;
	int moved;
};

static void *pool_alloc(size_t size)
{
	void *memory = malloc(size);
	return memory ? memset(memory, 0, size) : NULL;
}

static void pool_free(void *memory)
{
	free(memory);
}

static void sync_init(struct sync *sync, const void *columns, int rows)
{
	sync->rows = rows;
	sync->mutex = pool_alloc(sizeof(*sync->mutex) * rows);
	for (int i = 0; i < rows; i++)
		rcl_mutex_init(&sync->mutex[i], NULL, sync_mutex);
	sync->all = (rcl_mutex_t *)pool_alloc(sizeof(rcl_mutex_t));
	rcl_mutex_init(sync->all, NULL, sync_all);
	sync->column = pool_alloc(sizeof(int) * rows);
	memcpy(sync->column, columns, sizeof(int) * rows);
}

struct sync_write_sync_cs {  /* sync->mutex[row], in.c:39-41 */
	struct sync *sync;   /* in */
	int row;             /* in */
	int column;          /* in */
};

static int sync_write_sync_cs(void *ctx)
{
	struct sync_write_sync_cs *cs = ctx;
	struct sync *sync = cs->sync;
	int row = cs->row;
	int column = cs->column;

	sync->column[row] = column;
	return 0;
}

struct sync_write_all_cs {  /* sync->all, in.c:42-44 */
	struct sync *sync;  /* in */
};

static int sync_write_all_cs(void *ctx)
{
	struct sync_write_all_cs *cs = ctx;
	struct sync *sync = cs->sync;

	sync->moved++;
	return 0;
}

static void sync_write(struct sync *sync, int row, int column)
{
	struct sync_write_sync_cs cs = { .sync = sync, .row = row, .column = column };
	rcl_exec_anon(&sync->mutex[row], sync_write_sync_cs, &cs, sizeof(cs));
	struct sync_write_all_cs all_cs = { .sync = sync };
	rcl_exec_anon(sync->all, sync_write_all_cs, &all_cs, sizeof(all_cs));
}

static void sync_free(struct sync *sync)
{
	for (int i = 0; i < sync->rows; i++)
		rcl_mutex_destroy(&sync->mutex[i]);
	pool_free(sync->mutex);
	rcl_mutex_destroy(sync->all);
	pool_free(sync->all);
	pool_free(sync->column);
}

int main(void)
{
	int columns[] = { 1, 2, 3 };
	struct sync sync = { 0 };
	sync_init(&sync, columns, 3);
	sync_write(&sync, 1, 7);
	printf("%d %d %d\n", sync.column[1], sync.column[2], sync.moved);
	sync_free(&sync);
	return 0;
}
