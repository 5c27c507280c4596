#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t filled;
	int data[4];
	int readp, writep;
};

static struct queue queue = {
	.mutex = PTHREAD_MUTEX_INITIALIZER,
	.filled = PTHREAD_COND_INITIALIZER,
};
static pthread_mutex_t screen = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t total = PTHREAD_MUTEX_INITIALIZER;
static int need_newline = 1, sum, asked;

static void unlock(void *mutex)
{
	pthread_mutex_unlock(mutex);
}

static int get(void)
{
	int data;

	pthread_cleanup_push(unlock, &queue.mutex);
	pthread_mutex_lock(&queue.mutex);
	while (queue.readp == queue.writep)
		pthread_cond_wait(&queue.filled, &queue.mutex);
	data = queue.data[queue.readp++ % 4];
	pthread_cleanup_pop(1);
	return data;
}

static void put(int data)
{
	pthread_mutex_lock(&queue.mutex);
	queue.data[queue.writep++ % 4] = data;
	pthread_cond_signal(&queue.filled);
	pthread_mutex_unlock(&queue.mutex);
}

/* The arguments are this function's own. */
static void say(const char *format, ...)
{
	va_list arguments;

	pthread_cleanup_push(unlock, &screen);
	pthread_mutex_lock(&screen);

	if (need_newline) {
		printf("\n");
		need_newline = 0;
	}

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);

	pthread_cleanup_pop(1);
}

/* Waits for what others do: a cancelled thread leaves there. */
static void add_next(int by)
{
	pthread_cleanup_push(unlock, &total);
	pthread_mutex_lock(&total);
	sum += by;
	asked++;
	sum += get();
	pthread_cleanup_pop(1);
}

/* The same at once. */
static void add_at_once(void)
{
	pthread_cleanup_push(unlock, &total);
	pthread_mutex_lock(&total);
	sum += get();
	asked--;
	pthread_cleanup_pop(1);
}

/* Registered under the lock. */
static void add_behind(void)
{
	pthread_mutex_lock(&total);
	pthread_cleanup_push(unlock, &total);
	asked--;
	sum += get();
	pthread_cleanup_pop(1);
}

/* Without a handler: the part before what must be this thread's own. */
static void add_quietly(int by)
{
	sigset_t all, old;

	sigfillset(&all);
	pthread_mutex_lock(&total);
	sum += by;
	pthread_sigmask(SIG_SETMASK, &all, &old);
	asked++;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_mutex_unlock(&total);
}

static void *adder(void *arg)
{
	(void)arg;
	add_next(100);
	return NULL;
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
		pthread_mutex_lock(&queue.mutex);
		seen = queue.readp;
		pthread_mutex_unlock(&queue.mutex);
	} while (seen < 3);
	usleep(20000);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	pthread_mutex_lock(&total);
	seen = sum;
	pthread_mutex_unlock(&total);
	say("%d %d", seen >= 1016, seen <= 1116);
	say("\n");
	return 0;
}
