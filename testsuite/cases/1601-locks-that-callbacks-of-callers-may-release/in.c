#include <pthread.h>
#include <stdio.h>

struct timer {
	void (*fired)(void *);
	void *arg;
};
struct hook {
	void (*run)(void *);
};
struct queue {
	pthread_mutex_t lock;
	struct timer timer;
	struct hook hook;
	int ticks;
};

static void tick(void *arg)
{
	struct queue *queue = arg;

	queue->ticks++;
}

void release(void *arg)
{
	struct queue *queue = arg;

	pthread_mutex_unlock(&queue->lock);
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

/* a caller may have set the timer to release(), which has a name for all */
int fire(struct queue *queue)
{
	int ticks;

	pthread_mutex_lock(&queue->lock);
	queue->timer.fired(queue->timer.arg);
	ticks = queue->ticks;
	pthread_mutex_unlock(&queue->lock);
	return ticks;
}

/* the hook does */
int last(struct queue *queue)
{
	int ticks;

	pthread_mutex_lock(&queue->lock);
	ticks = queue->ticks * 10;
	queue->hook.run(queue);
	return ticks;
}

struct source {
	pthread_mutex_t lock;
	int (*poll)(struct source *);
	int (*stop)(struct source *);
	int polled;
};

static int poll_once(struct source *source)
{
	return ++source->polled;
}

static int stop(struct source *source)
{
	pthread_mutex_unlock(&source->lock);
	return 0;
}

void begin(struct source *source)
{
	source->poll = poll_once;
	source->stop = stop;
}

/* stop() has a name only here, and is no source's way to poll */
int polled(struct source *source)
{
	int polled;

	pthread_mutex_lock(&source->lock);
	polled = source->poll(source);
	pthread_mutex_unlock(&source->lock);
	return polled;
}

void end(struct source *source)
{
	pthread_mutex_lock(&source->lock);
	source->polled = 0;
	source->stop(source);
}
