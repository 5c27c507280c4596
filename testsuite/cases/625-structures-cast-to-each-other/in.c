#include <pthread.h>
#include <stdio.h>

struct node {
	pthread_mutex_t lock;
	int users;
};

struct file {
	pthread_mutex_t mutex;
	int opened;
	long size;
};

union handle {
	struct node node;
	struct {
		pthread_mutex_t guard;
		int count;
	} raw;
};

static void enter(struct node *node)
{
	pthread_mutex_lock(&node->lock);
	node->users++;
	pthread_mutex_unlock(&node->lock);
}

static void grow(struct file *file, long by)
{
	pthread_mutex_lock(&file->mutex);
	file->size += by;
	pthread_mutex_unlock(&file->mutex);
}

static int count(union handle *handle)
{
	pthread_mutex_lock(&handle->raw.guard);
	int count = ++handle->raw.count;
	pthread_mutex_unlock(&handle->raw.guard);
	return count;
}

int main(void)
{
	struct file file = { .size = 1 };
	union handle handle;
	pthread_mutex_init(&file.mutex, NULL);
	pthread_mutex_init(&handle.node.lock, NULL);
	handle.node.users = 2;
	enter((struct node *)&file);
	grow(&file, 3);
	enter(&handle.node);
	printf("%d %ld %d\n", file.opened, file.size, count(&handle));
	return 0;
}
