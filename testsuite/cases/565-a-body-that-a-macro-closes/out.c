#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define END_DESTRUCT(object) \
finalize_it: \
		free(object); \
	} \
	return result; \
}

struct object {
	int uses;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int objects;

/* lock, in.c:29-31 */
static int make_cs(void *ctx)
{
	objects++;
	return 0;
}

static struct object *make(int uses)
{
	struct object *made = malloc(sizeof *made);

	made->uses = uses;
	rcl_exec_anon(&lock, make_cs, NULL, 0);
	return made;
}

static int destroy(struct object *object)
{
	int result = -1;

	{
		if (object->uses)
			goto finalize_it;
		result = 0;
END_DESTRUCT(object)

struct count_cs {  /* lock, in.c:49-56 */
	int n;     /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n;

	n = objects;
	if (n == 0) {
		return 1;
	}
	objects = 0;
	cs->n = n;
	return 0;
}

static int count(void)
{
	int n;

	struct count_cs cs;
	if (rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs)) == 1)
		return -1;
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d %d\n", destroy(make(0)), destroy(make(2)));
	printf("%d %d\n", count(), count());
	return 0;
}
