#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t said = RCL_COND_INITIALIZER;
static int ready, found;

struct listen_cs {  /* lock, in.c:12-17 */
	void *to;   /* in */
	int own;    /* kept */
	int at;     /* where it goes on */
};

static int listen_cs(void *ctx)
{
	struct listen_cs *cs = ctx;
	void *to = cs->to;

	if (cs->at == 1) {
		goto at_1;
	}
	int own = *(int *)to;
	ready = 1;
	cs->own = own;
	cs->at = 1;
	return rcl_wait(&said, &lock);
	at_1:
	own = cs->own;
	if (own + rcl_waited() == 7)
		found++;
	return 0;
}

/* The operand before the wait is evaluated behind it: the section goes on with its value. */
static void *listen(void *to)
{
	struct listen_cs cs = { .to = to, .at = 0 };
	rcl_exec_waiting(&lock, listen_cs, &cs, sizeof(cs));
	return NULL;
}

struct main_cs {   /* lock, in.c:28-31 */
	int done;  /* out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int done;

	done = ready;
	rcl_cond_broadcast(&said);
	cs->done = done;
	return 0;
}

int main(void)
{
	int seven = 7, done = 0;
	pthread_t thread;

	pthread_create(&thread, NULL, listen, &seven);
	while (!done) {
		struct main_cs cs;
		rcl_exec_anon(&lock, main_cs, &cs, sizeof(cs));
		done = cs.done;
		usleep(1000);
	}
	pthread_join(thread, NULL);
	printf("%d\n", found);
	return 0;
}
