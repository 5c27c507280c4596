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

static void release(void *arg)
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

/* no function that a timer has gives the lock back */
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

int work(struct queue *queue)
{
	int ticks;

	worker.start = tick;
	prepare(&worker);
	pthread_mutex_lock(&queue->lock);
	ticks = queue->ticks + worker.id;
	worker.start(queue);
	return ticks;
}

static struct queue queue = { .lock = PTHREAD_MUTEX_INITIALIZER };

int main(void)
{
	setup(&queue);
	printf("%d ", fire(&queue));
	printf("%d %d ", last(&queue), fire(&queue));
	printf("%d %d\n", work(&queue), fire(&queue));
	return 0;
}
