/* A function in one line, which asks first whether it has the lock: what follows is indented once; and so is what keeps what a release gives. */
#include <pthread.h>
#include <stdio.h>

struct queue { pthread_mutex_t lock; int length; };
static struct queue one = { PTHREAD_MUTEX_INITIALIZER, 0 };

static int add(struct queue *q, int n) { if (pthread_mutex_lock(&q->lock)) return -1; q->length += n; pthread_mutex_unlock(&q->lock); return n; }

static int try_it(struct queue *q) { if (pthread_mutex_trylock(&q->lock) != 0) return 0; q->length++; pthread_mutex_unlock(&q->lock); return 1; }

static int both(struct queue *q, int n) { if (n == 0) return 0; if (pthread_mutex_lock(&q->lock)) return -1; q->length += n; q->length *= 2; pthread_mutex_unlock(&q->lock); return n; }

static int put(struct queue *q, int n) { int e; pthread_mutex_lock(&q->lock); q->length -= n; e = pthread_mutex_unlock(&q->lock); return e; }

int main(void)
{
	int sum = add(&one, 3) + try_it(&one) * 5 + both(&one, 7) * 11 + both(&one, 0) + put(&one, 1);

	printf("%d %d\n", sum, one.length);
	return 0;
}
