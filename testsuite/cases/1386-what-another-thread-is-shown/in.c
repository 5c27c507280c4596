/* A variable of a section's that another thread is shown lives on while the thread waits for that one. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct request {
	int n, doubled;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct request *pending;
static _Atomic int served;
static int total;

static void ask(int n)
{
	pthread_mutex_lock(&m);
	struct request one;
	one.n = n;
	pending = &one;
	pthread_mutex_unlock(&m);
	while (!served)
		;
}

static void ask_once_more(int n)
{
	pthread_mutex_lock(&m);
	struct request one = { n, 0 };
	pending = &one;
	pthread_mutex_unlock(&m);
	while (!atomic_load(&served))
		;
}

static int ask_by_jumps(int n)
{
	pthread_mutex_lock(&m);
	struct request one;
	one.n = n;
	pending = &one;
	pthread_mutex_unlock(&m);
again:
	if (!served)
		goto again;
	return n;
}

/* Nobody uses it any more. */
static int forget(int n)
{
	pthread_mutex_lock(&m);
	struct request one;
	one.n = n;
	pending = &one;
	total += pending->n;
	pending = NULL;
	pthread_mutex_unlock(&m);
	do {
		n++;
	} while (0);
	return n;
}

static void *serve(void *nothing)
{
	struct request *found;

	for (int round = 0; round < 3; round++) {
		do {
			sched_yield();
			pthread_mutex_lock(&m);
			found = pending;
			pending = NULL;
			pthread_mutex_unlock(&m);
		} while (!found);
		found->doubled = found->n * 2;
		sched_yield();
		total += found->doubled;
		served = 1;
		while (served)
			sched_yield();
	}
	return nothing;
}

int main(void)
{
	pthread_t server;

	printf("%d\n", forget(1));
	pthread_create(&server, NULL, serve, NULL);
	ask(3);
	served = 0;
	ask_once_more(4);
	served = 0;
	ask_by_jumps(5);
	served = 0;
	pthread_join(server, NULL);
	printf("%d\n", total);
	return 0;
}
