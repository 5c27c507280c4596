/* A lock function that says whether there is anything to lock, asked behind what is asked for first. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct core {
	pthread_mutex_t mutex;
	long next_id;
	long total;
	bool closed;
};

struct output {
	long weight;
	bool private;
};

static struct core *core;

static inline bool lock(void)
{
	if (!core)
		return false;

	pthread_mutex_lock(&core->mutex);
	return true;
}

static inline void unlock(void)
{
	pthread_mutex_unlock(&core->mutex);
}

static int core_enter(struct core *c)
{
	if (c == NULL)
		return -1;
	pthread_mutex_lock(&c->mutex);
	return 0;
}

static long register_output(struct output *output)
{
	long id;

	if (!output || output->private || !lock())
		return -1;

	id = core->next_id++;
	core->total += output->weight;

	unlock();
	return id;
}

static void load(long *first, long *second)
{
	if ((!first && !second) || !lock())
		return;

	if (core->closed)
		goto done;
	if (first)
		core->total += *first;
	if (second)
		core->total += *second;
done:
	unlock();
}

static long take(struct core *c, struct output *output)
{
	long id = 0;

	if (output && lock()) {
		id = ++c->next_id;
		unlock();
	}
	return id;
}

static int add(struct core *c, long n)
{
	if (n < 0 || core_enter(c) < 0) {
		printf("nothing to add to\n");
		return -1;
	}
	if (c->closed) {
		pthread_mutex_unlock(&c->mutex);
		return 1;
	}
	c->total += n;
	pthread_mutex_unlock(&c->mutex);
	return 0;
}

int main(void)
{
	struct output one = { 3, false }, hidden = { 4, true };
	long n = 5;

	printf("%ld %ld\n", register_output(&one), take(core, &one));
	load(&n, NULL);
	printf("%d\n", add(core, 1));

	core = calloc(1, sizeof(*core));
	pthread_mutex_init(&core->mutex, NULL);
	printf("%ld %ld %ld\n", register_output(NULL), register_output(&one), register_output(&hidden));
	load(&n, NULL);
	load(NULL, NULL);
	load(&n, &n);
	printf("%ld %ld\n", take(core, NULL), take(core, &one));
	printf("%d %d\n", add(core, -1), add(core, 7));
	core->closed = true;
	load(&n, &n);
	printf("%d\n", add(core, 7));
	printf("%ld %ld\n", core->next_id, core->total);
	pthread_mutex_destroy(&core->mutex);
	free(core);
	return 0;
}
