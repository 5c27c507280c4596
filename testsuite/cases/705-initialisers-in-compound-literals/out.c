#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	rcl_mutex_t lock;
	int hits;
} door;

struct house {
	int number;
	door front;
};

struct box {
	rcl_mutex_t lock;
	int left;
};

#define NEW_BOX (struct box){ RCL_MUTEX_INITIALIZER(box_lock_in), 3 }

static int knocks;

struct open_door_cs {  /* d->lock, in.c:29-31 */
	door *d;       /* in */
	int now;       /* out */
};

static int open_door_cs(void *ctx)
{
	struct open_door_cs *cs = ctx;
	door *d = cs->d;
	int now;

	now = ++d->hits;
	cs->now = now;
	return 0;
}

/* the literal's own type says whose mutex it is */
static int open_door(door *d)
{
	int now;

	struct open_door_cs cs = { .d = d };
	rcl_exec_anon(&d->lock, open_door_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

struct take_cs {        /* b->lock, in.c:37-40 */
	struct box *b;  /* in */
	int n;          /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->left -= n;
	n = b->left;
	cs->n = n;
	return 0;
}

static int take(struct box *b, int n)
{
	struct take_cs cs = { .b = b, .n = n };
	rcl_exec_anon(&b->lock, take_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct knock_cs {  /* lock, in.c:48-50 */
	int now;   /* out */
};

static int knock_cs(void *ctx)
{
	struct knock_cs *cs = ctx;
	int now;

	now = ++knocks;
	cs->now = now;
	return 0;
}

static int knock(rcl_mutex_t *lock)
{
	int now;

	struct knock_cs cs;
	rcl_exec_anon(lock, knock_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

static door made(int hits)
{
	return (door){ .hits = hits, .lock = RCL_MUTEX_INITIALIZER(door_lock_made) };
}

static int take_from(struct box b)
{
	return take(&b, 1);
}

static rcl_mutex_t free_lock(void)
{
	return (rcl_mutex_t)RCL_MUTEX_INITIALIZER(other_free_lock);
}

int main(void)
{
	struct house house = { 7, { RCL_MUTEX_INITIALIZER(door_lock_main), 10 } };
	door door = made(20);
	struct box *box = malloc(sizeof(*box));
	rcl_mutex_t one = free_lock(), other = RCL_MUTEX_INITIALIZER(other_main);

	*box = door.hits > 20 ? NEW_BOX : (struct box){ RCL_MUTEX_INITIALIZER(box_lock_main), 9 };
	printf("%d %d\n", open_door(&house.front), open_door(&door));
	printf("%d\n", open_door(&(struct house){ 8, { RCL_MUTEX_INITIALIZER(door_lock_main_78), 30 } }.front));
	printf("%d %d %d\n", take(box, 4), take_from(NEW_BOX), take(&NEW_BOX, 2));
	printf("%d %d\n", knock(&one), knock(&other));
	free(box);
	return 0;
}
