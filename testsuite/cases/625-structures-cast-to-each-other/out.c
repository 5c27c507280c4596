#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct node {
	rcl_mutex_t lock;
	int users;
};

struct file {
	rcl_mutex_t mutex;
	int opened;
	long size;
};

union handle {
	struct node node;
	struct {
		rcl_mutex_t guard;
		int count;
	} raw;
};

struct enter_cs {           /* node->lock, in.c:25-27 */
	struct node *node;  /* in */
};

static int enter_cs(void *ctx)
{
	struct enter_cs *cs = ctx;
	struct node *node = cs->node;

	node->users++;
	return 0;
}

static void enter(struct node *node)
{
	struct enter_cs cs = { .node = node };
	rcl_exec_anon(&node->lock, enter_cs, &cs, sizeof(cs));
}

struct grow_cs {            /* file->mutex, in.c:32-34 */
	struct file *file;  /* in */
	long by;            /* in */
};

static int grow_cs(void *ctx)
{
	struct grow_cs *cs = ctx;
	struct file *file = cs->file;
	long by = cs->by;

	file->size += by;
	return 0;
}

static void grow(struct file *file, long by)
{
	struct grow_cs cs = { .file = file, .by = by };
	rcl_exec_anon(&file->mutex, grow_cs, &cs, sizeof(cs));
}

static int count(union handle *handle);

struct count_cs {              /* handle->raw.guard, in.c:39-41 */
	union handle *handle;  /* in */
	int count;             /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	union handle *handle = cs->handle;
	int count = ++handle->raw.count;
	cs->count = count;
	return 0;
}

static int count(union handle *handle)
{
	int count;
	struct count_cs cs = { .handle = handle };
	rcl_exec_anon(&handle->raw.guard, count_cs, &cs, sizeof(cs));
	count = cs.count;
	return count;
}

int main(void)
{
	struct file file = { .size = 1 };
	union handle handle;
	rcl_mutex_init(&file.mutex, NULL, file_mutex);
	rcl_mutex_init(&handle.node.lock, NULL, node_lock);
	handle.node.users = 2;
	enter((struct node *)&file);
	grow(&file, 3);
	enter(&handle.node);
	printf("%d %ld %d\n", file.opened, file.size, count(&handle));
	return 0;
}
