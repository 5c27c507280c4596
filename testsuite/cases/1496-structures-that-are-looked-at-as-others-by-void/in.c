/* A structure with the address of a mutex as a number is looked at as another one, by way of a pointer to void. */
#include <pthread.h>
#include <stdint.h>

struct message {
	uintptr_t word;
};

struct request {
	pthread_mutex_t *guard;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long served;

static void serve(struct request *request)
{
	pthread_mutex_lock(request->guard);
	served++;
	pthread_mutex_unlock(request->guard);
}

void receive(void *data)
{
	serve(data);
}

void ask(void)
{
	struct message message = { (uintptr_t)&lock };

	receive(&message);
}

long asked(void)
{
	long n;

	pthread_mutex_lock(&lock);
	n = served;
	pthread_mutex_unlock(&lock);
	return n;
}
