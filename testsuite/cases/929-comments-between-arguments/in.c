/* Comments beside the mutex that a lock call or lock macro is given, and in macros that hand it on; a text keeps its
 * blanks. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#define LOCK_ALL(...) LOCK(__VA_ARGS__ /* all, of (them) */)
#define LOCK_OF(queue) LOCK(/* the lock, m */ &(queue)->lock)
#define UNLOCK_OF(queue, \
	why /* a, b */) \
	UNLOCK(&(queue)->lock /* ) */) // queue

struct queue {
	pthread_mutex_t lock;
	int used;
};

static struct queue first = { PTHREAD_MUTEX_INITIALIZER, 1 };
static struct queue second = { PTHREAD_MUTEX_INITIALIZER, 2 };

static pthread_mutex_t *named(struct queue *queue /* its lock, (not taken) */, const char *name)
{
	return strlen(name) == 5 ? &queue->lock : NULL;
}

static int count(struct queue *queue, struct queue *m)
{
	int sum = 0;

	LOCK(&queue->lock // the first one, (of two
	);
	sum += queue->used++;
	UNLOCK(&queue->lock /* , */);
	pthread_mutex_lock(/* queue, m) */ &m->lock);
	sum += m->used;
	pthread_mutex_unlock(
		// of m
		&m->lock);
	LOCK_ALL(&queue->lock);
	sum *= 2;
	UNLOCK_OF(queue, "two  blanks");
	LOCK_OF(m /* not queue */);
	sum += m->used;
	UNLOCK_OF(m, "one ");
	pthread_mutex_lock(named(queue, "a   b"));
	sum += queue->used;
	pthread_mutex_unlock(&queue->lock);
	return sum;
}

int main(void)
{
	printf("%d\n", count(&first, &second));
	return 0;
}
