/* Macros whose parameters have comments, with commas and parentheses in them: such a macro takes the lock, initialises
 * it, or writes out what it is given. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCK(m /* the mutex (or none), not NULL */) pthread_mutex_lock(m)
#define UNLOCK(/* what LOCK was given, */ m) pthread_mutex_unlock(m)
#define LOCK_OF(queue /* a queue,
                         not locked */) LOCK(&(queue)->lock)
#define UNLOCK_OF(queue) UNLOCK(&(queue)->lock)
#define MUST_INIT(m /* the mutex (new) */) do { if (pthread_mutex_init(m, NULL) != 0) abort(); } while (0)
#define SHOW(/* int */ n, /* char* */ text) printf("%s: %d, " #n "\n", text, n)
#define GROW(/* int */ value, /* int* */ data, /* size_t* */ size) \
	do { (data)[*(size)] = (value); ++*(size); } while (0)

struct queue {
	pthread_mutex_t lock;
	int used;
	int items[8];
};

static struct queue first, second;
static pthread_mutex_t *m = &first.lock;

static int put(struct queue *queue, int value)
{
	int used;

	LOCK_OF(queue);
	GROW(value, queue->items, &queue->used);
	used = queue->used;
	UNLOCK_OF(queue);
	return used;
}

static int move(void)
{
	int n = 0;

	LOCK(&second.lock);
	n += second.items[--second.used];
	UNLOCK(&second.lock);
	LOCK(m);
	n += first.used;
	SHOW(n, "moved");
	UNLOCK(m);
	return n;
}

int main(void)
{
	MUST_INIT(&first.lock);
	MUST_INIT(&second.lock);
	put(&first, 3);
	put(&second, 4);
	printf("%d %d\n", put(&second, 5), move());
	return 0;
}
