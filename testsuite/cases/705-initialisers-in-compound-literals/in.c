#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	pthread_mutex_t lock;
	int hits;
} door;

struct house {
	int number;
	door front;
};

struct box {
	pthread_mutex_t lock;
	int left;
};

#define NEW_BOX (struct box){ PTHREAD_MUTEX_INITIALIZER, 3 }

static int knocks;

/* the literal's own type says whose mutex it is */
static int open_door(door *d)
{
	int now;

	pthread_mutex_lock(&d->lock);
	now = ++d->hits;
	pthread_mutex_unlock(&d->lock);
	return now;
}

static int take(struct box *b, int n)
{
	pthread_mutex_lock(&b->lock);
	b->left -= n;
	n = b->left;
	pthread_mutex_unlock(&b->lock);
	return n;
}

static int knock(pthread_mutex_t *lock)
{
	int now;

	pthread_mutex_lock(lock);
	now = ++knocks;
	pthread_mutex_unlock(lock);
	return now;
}

static door made(int hits)
{
	return (door){ .hits = hits, .lock = PTHREAD_MUTEX_INITIALIZER };
}

static int take_from(struct box b)
{
	return take(&b, 1);
}

static pthread_mutex_t free_lock(void)
{
	return (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

int main(void)
{
	struct house house = { 7, { PTHREAD_MUTEX_INITIALIZER, 10 } };
	door door = made(20);
	struct box *box = malloc(sizeof(*box));
	pthread_mutex_t one = free_lock(), other = PTHREAD_MUTEX_INITIALIZER;

	*box = door.hits > 20 ? NEW_BOX : (struct box){ PTHREAD_MUTEX_INITIALIZER, 9 };
	printf("%d %d\n", open_door(&house.front), open_door(&door));
	printf("%d\n", open_door(&(struct house){ 8, { PTHREAD_MUTEX_INITIALIZER, 30 } }.front));
	printf("%d %d %d\n", take(box, 4), take_from(NEW_BOX), take(&NEW_BOX, 2));
	printf("%d %d\n", knock(&one), knock(&other));
	free(box);
	return 0;
}
