/* What leads to a mutex stands in a structure by another type, a number or a text, than where it is looked at. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

struct request {
	long id;
	uintptr_t owner;
};

struct message {
	long id;
	char *body;
};

struct answer {
	long id;
	void *owner;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct request request;
static struct answer answer;
static void *queued;
static struct message *message;
static long sum;

static void begin(void)
{
	request.owner = (uintptr_t)&lock;
	queued = &request;
	message = queued;
	answer.owner = message->body;
}

/* lock, in.c:41-43 */
static int add_lock_1_cs(void *ctx)
{
	sum++;
	return 0;
}

/* owner, in.c:44-46 */
static int add_lock_2_cs(void *ctx)
{
	sum += 2;
	return 0;
}

static void add(void)
{
	struct message *looked_at = (struct message *)&answer;
	rcl_mutex_t *owner = (rcl_mutex_t *)looked_at->body;

	rcl_exec_anon(&lock, add_lock_1_cs, NULL, 0);
	rcl_exec_anon(owner, add_lock_2_cs, NULL, 0);
}

static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++)
		add();
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	begin();
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
