#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct timer {
	void (*fired)(void *);
	void *arg;
};
struct hook {
	void (*run)(void *);
};
struct queue {
	rcl_mutex_t lock;
	struct timer timer;
	struct hook hook;
	int ticks;
};

static void tick(void *arg)
{
	struct queue *queue = arg;

	queue->ticks++;
}

static void release(void *arg)
{
	struct queue *queue = arg;

	rcl_unlock(&queue->lock);
}

static void set_timer(struct timer *timer, void (*fired)(void *), void *arg)
{
	timer->fired = fired;
	timer->arg = arg;
}

static void set_hook(struct hook *hook, void (*run)(void *))
{
	hook->run = run;
}

void setup(struct queue *queue)
{
	set_timer(&queue->timer, tick, queue);
	set_hook(&queue->hook, release);
}

struct fire_cs {              /* queue->lock, in.c:54-57 */
	struct queue *queue;  /* in */
	int ticks;            /* out */
};

static int fire_cs(void *ctx)
{
	struct fire_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int ticks;

	queue->timer.fired(queue->timer.arg);
	ticks = queue->ticks;
	cs->ticks = ticks;
	return 0;
}

/* no function that a timer has gives the lock back */
int fire(struct queue *queue)
{
	int ticks;

	struct fire_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->lock, fire_cs, &cs, sizeof(cs));
	ticks = cs.ticks;
	return ticks;
}

struct last_cs {              /* queue->lock, in.c:66-67 */
	struct queue *queue;  /* in */
	int ticks;            /* out */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int ticks;

	ticks = queue->ticks * 10;
	cs->ticks = ticks;
	return RCL_KEEP;
}

/* the hook does */
int last(struct queue *queue)
{
	int ticks;

	struct last_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->lock, last_cs, &cs, sizeof(cs));
	ticks = cs.ticks;
	queue->hook.run(queue);
	return ticks;
}

struct worker {
	void (*start)(void *);
	int id;
};
struct object {
	void (*begin)(void *);
};

static struct worker worker = { .id = 7 };

/* takes what it is given for something else that begins in the same way */
static void prepare(void *arg)
{
	struct object *object = arg;

	object->begin = release;
}

struct work_cs {              /* queue->lock, in.c:96-97 */
	struct queue *queue;  /* in */
	int ticks;            /* out */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int ticks;

	ticks = queue->ticks + worker.id;
	cs->ticks = ticks;
	return RCL_KEEP;
}

int work(struct queue *queue)
{
	int ticks;

	worker.start = tick;
	prepare(&worker);
	struct work_cs cs = { .queue = queue };
	rcl_exec_anon(&queue->lock, work_cs, &cs, sizeof(cs));
	ticks = cs.ticks;
	worker.start(queue);
	return ticks;
}

static struct queue queue = { .lock = RCL_MUTEX_INITIALIZER(queue_lock) };

int main(void)
{
	setup(&queue);
	printf("%d ", fire(&queue));
	printf("%d %d ", last(&queue), fire(&queue));
	printf("%d %d\n", work(&queue), fire(&queue));
	return 0;
}
