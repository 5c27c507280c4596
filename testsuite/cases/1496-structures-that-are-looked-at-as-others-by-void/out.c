/* A structure with the address of a mutex as a number is looked at as another one, by way of a pointer to void. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>

struct message {
	uintptr_t word;
};

struct request {
	rcl_mutex_t *guard;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long served;

/* request->guard, in.c:18-20 */
static int serve_cs(void *ctx)
{
	served++;
	return 0;
}

static void serve(struct request *request)
{
	rcl_exec_anon(request->guard, serve_cs, NULL, 0);
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

struct asked_cs {  /* lock, in.c:39-41 */
	long n;    /* out */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	long n;

	n = served;
	cs->n = n;
	return 0;
}

long asked(void)
{
	long n;

	struct asked_cs cs;
	rcl_exec_anon(&lock, asked_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}
