#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sync {
	pthread_mutex_t *mutex;
	pthread_mutex_t *all;
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
		pthread_mutex_init(&sync->mutex[i], NULL);
	sync->all = (pthread_mutex_t *)pool_alloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(sync->all, NULL);
	sync->column = pool_alloc(sizeof(int) * rows);
	memcpy(sync->column, columns, sizeof(int) * rows);
}

static void sync_write(struct sync *sync, int row, int column)
{
	pthread_mutex_lock(&sync->mutex[row]);
	sync->column[row] = column;
	pthread_mutex_unlock(&sync->mutex[row]);
	pthread_mutex_lock(sync->all);
	sync->moved++;
	pthread_mutex_unlock(sync->all);
}

static void sync_free(struct sync *sync)
{
	for (int i = 0; i < sync->rows; i++)
		pthread_mutex_destroy(&sync->mutex[i]);
	pool_free(sync->mutex);
	pthread_mutex_destroy(sync->all);
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
