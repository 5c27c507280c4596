#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define MY_INITIALISER PTHREAD_MUTEX_INITIALIZER
#define RECURSIVE MY_RECURSIVE
#define MY_RECURSIVE RCL_RECURSIVE_MUTEX_INITIALIZER(again)
#define QUEUE_INITIALISER { RCL_MUTEX_INITIALIZER(queue_lock), 0 }

typedef rcl_mutex_t my_mutex_t;

struct queue {
	rcl_mutex_t lock;
	int length;
};

struct list {
	my_mutex_t lock;
	int length;
};

/* Each has a class of its own, but for those of the queues, which their macro gives. */
static my_mutex_t one = RCL_MUTEX_INITIALIZER(one);
static my_mutex_t two = RCL_MUTEX_INITIALIZER(two), again = RECURSIVE;
static struct queue first = QUEUE_INITIALISER, second = QUEUE_INITIALISER;
static int ones, twos;

/* May be given any of the mutexes of that type. */
static void my_init(my_mutex_t *lock)
{
	rcl_mutex_init(lock, NULL, list_lock);
}

struct add_one_cs {  /* one, in.c:45-47 */
	int n;       /* in */
};

static int add_one_cs(void *ctx)
{
	struct add_one_cs *cs = ctx;
	int n = cs->n;

	ones += n;
	return 0;
}

struct add_two_cs {  /* two, in.c:49-51 */
	int n;       /* in */
};

static int add_two_cs(void *ctx)
{
	struct add_two_cs *cs = ctx;
	int n = cs->n;

	twos += n;
	return 0;
}

struct add_again_cs {  /* again, in.c:48-52 */
	int n;         /* in */
};

static int add_again_cs(void *ctx)
{
	struct add_again_cs *cs = ctx;
	int n = cs->n;
	struct add_two_cs two_cs = { .n = n };
	rcl_exec_anon(&two, add_two_cs, &two_cs, sizeof(two_cs));
	return 0;
}

static void add(int n)
{
	struct add_one_cs cs = { .n = n };
	rcl_exec_anon(&one, add_one_cs, &cs, sizeof(cs));
	struct add_again_cs again_cs = { .n = n };
	rcl_exec(&again, add_again_cs, &again_cs, sizeof(again_cs));
}

struct add_to_list_cs {     /* list->lock, in.c:57-59 */
	struct list *list;  /* in */
	int n;              /* in-out */
};

static int add_to_list_cs(void *ctx)
{
	struct add_to_list_cs *cs = ctx;
	struct list *list = cs->list;
	int n = cs->n;

	n += list->length++;
	cs->n = n;
	return 0;
}

static int add_to_list(struct list *list, int n)
{
	struct add_to_list_cs cs = { .list = list, .n = n };
	rcl_exec_anon(&list->lock, add_to_list_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct put_cs {               /* queue->lock, in.c:67-69 */
	struct queue *queue;  /* in */
	int length;           /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int length;

	length = ++queue->length;
	cs->length = length;
	return 0;
}

static int put(struct queue *queue)
{
	int length;

	struct put_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->lock, put_cs, &cs, sizeof(cs));
	length = cs.length;
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
