#include <pthread.h>
#include <stdio.h>

#define MY_INITIALISER PTHREAD_MUTEX_INITIALIZER
#define RECURSIVE MY_RECURSIVE
#define MY_RECURSIVE PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#define QUEUE_INITIALISER { PTHREAD_MUTEX_INITIALIZER, 0 }

typedef pthread_mutex_t my_mutex_t;

struct queue {
	pthread_mutex_t lock;
	int length;
};

struct list {
	my_mutex_t lock;
	int length;
};

/* Each has a class of its own, but for those of the queues, which their macro gives. */
static my_mutex_t one = MY_INITIALISER;
static my_mutex_t two = MY_INITIALISER, again = RECURSIVE;
static struct queue first = QUEUE_INITIALISER, second = QUEUE_INITIALISER;
static int ones, twos;

/* May be given any of the mutexes of that type. */
static void my_init(my_mutex_t *lock)
{
	pthread_mutex_init(lock, NULL);
}

static void my_lock(my_mutex_t *lock)
{
	pthread_mutex_lock(lock);
}

static void my_unlock(my_mutex_t *lock)
{
	pthread_mutex_unlock(lock);
}

static void add(int n)
{
	my_lock(&one);
	ones += n;
	my_unlock(&one);
	my_lock(&again);
	my_lock(&two);
	twos += n;
	my_unlock(&two);
	my_unlock(&again);
}

static int add_to_list(struct list *list, int n)
{
	my_lock(&list->lock);
	n += list->length++;
	my_unlock(&list->lock);
	return n;
}

static int put(struct queue *queue)
{
	int length;

	pthread_mutex_lock(&queue->lock);
	length = ++queue->length;
	pthread_mutex_unlock(&queue->lock);
	return length;
}

int main(void)
{
	static struct list list;

	my_init(&list.lock);
	add(3);
	printf("%d %d %d %d %d\n", ones, twos, add_to_list(&list, 4), put(&first), put(&second));
	return 0;
}
