#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

struct queue {
	rcl_mutex_t mutex;
	rcl_cond_t filled;
	int data[4];
	int readp, writep;
};

static struct queue queue = {
	.mutex = RCL_MUTEX_INITIALIZER(queue_mutex),
	.filled = RCL_COND_INITIALIZER,
};
static rcl_mutex_t screen = RCL_MUTEX_INITIALIZER(screen);
static rcl_mutex_t total = RCL_MUTEX_INITIALIZER(total);
static int need_newline = 1, sum, asked;

static void unlock(void *mutex)
{
	rcl_unlock(mutex);
}

struct get_cs {    /* queue.mutex, in.c:33-37 */
	int data;  /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int data;

	if (queue.readp == queue.writep)
		return rcl_wait(&queue.filled, &queue.mutex);
	data = queue.data[queue.readp++ % 4];
	cs->data = data;
	return 0;
}

static int get(void)
{
	int data;

	pthread_cleanup_push(unlock, &queue.mutex);
	struct get_cs cs;
	rcl_exec_waiting(&queue.mutex, get_cs, &cs, sizeof(cs));
	data = cs.data;
	pthread_cleanup_pop(0);
	return data;
}

struct put_cs {    /* queue.mutex, in.c:43-46 */
	int data;  /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int data = cs->data;

	queue.data[queue.writep++ % 4] = data;
	rcl_cond_signal(&queue.filled);
	return 0;
}

static void put(int data)
{
	struct put_cs cs = { .data = data };
	rcl_exec_anon(&queue.mutex, put_cs, &cs, sizeof(cs));
}

/* screen, in.c:55-60 */
static int say_cs(void *ctx)
{
	if (need_newline) {
		printf("\n");
		need_newline = 0;
	}
	return RCL_KEEP;
}

/* The arguments are this function's own. */
static void say(const char *format, ...)
{
	va_list arguments;

	pthread_cleanup_push(unlock, &screen);
	rcl_exec(&screen, say_cs, NULL, 0);

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);

	pthread_cleanup_pop(1);
}

struct add_next_cs {  /* total, in.c:73-75 */
	int by;       /* in */
};

static int add_next_cs(void *ctx)
{
	struct add_next_cs *cs = ctx;
	int by = cs->by;

	sum += by;
	asked++;
	return RCL_KEEP;
}

/* Waits for what others do: a cancelled thread leaves there. */
static void add_next(int by)
{
	pthread_cleanup_push(unlock, &total);
	struct add_next_cs cs = { .by = by };
	rcl_exec_anon(&total, add_next_cs, &cs, sizeof(cs));
	sum += get();
	pthread_cleanup_pop(1);
}

/* The same at once. */
static void add_at_once(void)
{
	pthread_cleanup_push(unlock, &total);
	rcl_lock(&total);
	sum += get();
	asked--;
	pthread_cleanup_pop(1);
}

/* Registered under the lock. */
static void add_behind(void)
{
	rcl_lock(&total);
	pthread_cleanup_push(unlock, &total);
	asked--;
	sum += get();
	pthread_cleanup_pop(1);
}

struct add_quietly_cs {  /* total, in.c:106-107 */
	int by;          /* in */
};

static int add_quietly_cs(void *ctx)
{
	struct add_quietly_cs *cs = ctx;
	int by = cs->by;

	sum += by;
	return RCL_KEEP;
}

/* Without a handler: the part before what must be this thread's own. */
static void add_quietly(int by)
{
	sigset_t all, old;

	sigfillset(&all);
	struct add_quietly_cs cs = { .by = by };
	rcl_exec_anon(&total, add_quietly_cs, &cs, sizeof(cs));
	pthread_sigmask(SIG_SETMASK, &all, &old);
	asked++;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	rcl_unlock(&total);
}

static void *adder(void *arg)
{
	(void)arg;
	add_next(100);
	return NULL;
}

struct main_queue_cs {  /* queue.mutex, in.c:138-140 */
	int seen;       /* out */
};

static int main_queue_cs(void *ctx)
{
	struct main_queue_cs *cs = ctx;
	int seen;

	seen = queue.readp;
	cs->seen = seen;
	return 0;
}

struct main_total_cs {  /* total, in.c:145-147 */
	int seen;       /* out */
};

static int main_total_cs(void *ctx)
{
	struct main_total_cs *cs = ctx;
	int seen;

	seen = sum;
	cs->seen = seen;
	return 0;
}

int main(void)
{
	pthread_t thread;
	int seen;

	put(1);
	put(2);
	put(3);
	add_next(10);
	add_at_once();
	add_behind();
	add_quietly(1000);
	say("%d %d", sum, asked);
	need_newline = 1;
	pthread_create(&thread, NULL, adder, NULL);
	do {
		usleep(1000);
		struct main_queue_cs cs;
		rcl_exec_anon(&queue.mutex, main_queue_cs, &cs, sizeof(cs));
		seen = cs.seen;
	} while (seen < 3);
	usleep(20000);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	struct main_total_cs cs;
	rcl_exec_anon(&total, main_total_cs, &cs, sizeof(cs));
	seen = cs.seen;
	say("%d %d", seen >= 1016, seen <= 1116);
	say("\n");
	return 0;
}
