/* What leads to a mutex stands in a structure by another type, a number or a text, than where it is looked at. */
#include <pthread.h>
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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

static void add(void)
{
	struct message *looked_at = (struct message *)&answer;
	pthread_mutex_t *owner = (pthread_mutex_t *)looked_at->body;

	pthread_mutex_lock(&lock);
	sum++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(owner);
	sum += 2;
	pthread_mutex_unlock(owner);
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
