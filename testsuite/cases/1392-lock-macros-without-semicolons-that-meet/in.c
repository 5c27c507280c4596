/* Where spatch does not parse lock macros without semicolons, it is shown their marks alone: one that has its own needs no more. */
#include <pthread.h>

struct queue { pthread_mutex_t m; int n; };

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int stats;

#define LOCK(q) pthread_mutex_lock(&(q)->m);
#define UNLOCK(q) pthread_mutex_unlock(&(q)->m);
#define LOCK_STATS pthread_mutex_lock(&stats_lock);
#define UNLOCK_STATS pthread_mutex_unlock(&stats_lock);

static int push(struct queue *q, int r)
{
	LOCK(q)
		r += q->n++;
		LOCK_STATS
			stats += r;
		UNLOCK_STATS
	UNLOCK(q)
	return r + stats;
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3 };

	return push(&q, 1) != 8 || q.n != 4;
}
