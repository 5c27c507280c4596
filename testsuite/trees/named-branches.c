/* Branches take a lock by another name of the lock function, by which a mutex is taken, too, that stays pthread's. */
#include <pthread.h>
#include <stdio.h>

#define take pthread_mutex_lock
#define give pthread_mutex_unlock

struct box { pthread_mutex_t lock; int count; };
struct shelf { pthread_mutex_t lock; int count; };

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct shelf shelf = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int notes;

static void both(struct box *b, int n)
{
	if (n & 1) {
		notes++;
		take(&b->lock);
	} else {
		take(&b->lock); /* why */
	}
	b->count += n;
	give(&b->lock);
}

static void other(struct shelf *s, int n)
{
	take(&s->lock);
	s->count += n;
	give(&s->lock);
}

int main(void)
{
	both(&box, 1);
	both(&box, 2);
	other(&shelf, 3);
	printf("%d %d %d\n", box.count, shelf.count, notes);
	return 0;
}
