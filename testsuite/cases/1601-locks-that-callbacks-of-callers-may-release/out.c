#include <pthread.h>
#include <rcl.h>
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

void release(void *arg)
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

/* a caller may have set the timer to release(), which has a name for all */
int fire(struct queue *queue)
{
	int ticks;

	rcl_lock(&queue->lock);
	queue->timer.fired(queue->timer.arg);
	ticks = queue->ticks;
	rcl_unlock(&queue->lock);
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

struct source {
	rcl_mutex_t lock;
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
	rcl_unlock(&source->lock);
	return 0;
}

void begin(struct source *source)
{
	source->poll = poll_once;
	source->stop = stop;
}

int polled(struct source *source);

struct polled_cs {              /* source->lock, in.c:101-103 */
	struct source *source;  /* in */
	int polled;             /* out */
};

static int polled_cs(void *ctx)
{
	struct polled_cs *cs = ctx;
	struct source *source = cs->source;
	int polled;

	polled = source->poll(source);
	cs->polled = polled;
	return 0;
}

/* stop() has a name only here, and is no source's way to poll */
int polled(struct source *source)
{
	int polled;

	struct polled_cs cs = { .source = source };
	rcl_exec_blocking(&source->lock, polled_cs, &cs, sizeof(cs));
	polled = cs.polled;
	return polled;
}

struct end_cs {                 /* source->lock, in.c:109-110 */
	struct source *source;  /* in */
};

static int end_cs(void *ctx)
{
	struct end_cs *cs = ctx;
	struct source *source = cs->source;

	source->polled = 0;
	return RCL_KEEP;
}

void end(struct source *source)
{
	struct end_cs cs = { .source = source };
	rcl_exec_anon(&source->lock, end_cs, &cs, sizeof(cs));
	source->stop(source);
}
