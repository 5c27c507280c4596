#include <pthread.h>
#include <stdio.h>
/* spatch looks at no macro of a header's, nor at one of several lines. */
#define HIDDEN \
	__attribute__((visibility("hidden"))) \
	__attribute__((noinline))

enum status { OK, NONE };

struct chunk {
	pthread_mutex_t lock;
	int id, set;
};

static struct chunk chunk = { PTHREAD_MUTEX_INITIALIZER, 3, 1 };

HIDDEN
enum status get_id(
		struct chunk *chunk, int *id)
{
	enum status status = OK;

	pthread_mutex_lock(&chunk->lock);
	if (chunk->set)
		*id = chunk->id;
	else
		status = NONE;
	pthread_mutex_unlock(&chunk->lock);
	return status;
}

HIDDEN struct chunk *set_id(struct chunk *chunk, int id)
{
	pthread_mutex_lock(&chunk->lock);
	chunk->id = id;
	chunk->set = 1;
	pthread_mutex_unlock(&chunk->lock);
	return chunk;
}

HIDDEN enum status clear_id(struct chunk *chunk)
{
	pthread_mutex_lock(&chunk->lock);
	chunk->set = 0;
	pthread_mutex_unlock(&chunk->lock);
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
