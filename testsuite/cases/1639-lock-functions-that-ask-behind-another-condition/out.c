/* A lock function that says whether there is anything to lock, asked behind what is asked for first. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct core {
	rcl_mutex_t mutex;
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

	rcl_lock(&core->mutex);
	return true;
}

static inline void unlock(void)
{
	rcl_unlock(&core->mutex);
}

static rcl_mutex_t *core_enter_mutex(struct core *c)
{
	return &c->mutex;
}

struct register_output_cs {     /* core->mutex, in.c:47-53 */
	struct output *output;  /* in */
	long id;                /* out */
};

static int register_output_cs(void *ctx)
{
	struct register_output_cs *cs = ctx;
	struct output *output = cs->output;
	long id;

	id = core->next_id++;
	core->total += output->weight;
	cs->id = id;
	return 0;
}

static long register_output(struct output *output)
{
	long id;

	struct register_output_cs cs = { .output = output };
	if (!output || output->private || !core || rcl_exec_anon(&core->mutex, register_output_cs,
			&cs, sizeof(cs)) < 0)
		return -1;
	id = cs.id;
	return id;
}

struct load_cs {       /* core->mutex, in.c:59-69 */
	long *first;   /* in */
	long *second;  /* in */
};

static int load_cs(void *ctx)
{
	struct load_cs *cs = ctx;
	long *first = cs->first;
	long *second = cs->second;

	if (core->closed)
		goto done;
	if (first)
		core->total += *first;
	if (second)
		core->total += *second;
done:
	return 0;
}

static void load(long *first, long *second)
{
	struct load_cs cs = { .first = first, .second = second };
	if ((!first && !second) || !core || rcl_exec_anon(&core->mutex, load_cs,
			&cs, sizeof(cs)) < 0)
		return;
}

struct take_cs {         /* core->mutex, in.c:76-78 */
	struct core *c;  /* in */
	long id;         /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct core *c = cs->c;
	long id;

	id = ++c->next_id;
	cs->id = id;
	return 0;
}

static long take(struct core *c, struct output *output)
{
	long id = 0;

	struct take_cs cs = { .c = c };
	if (output && core && rcl_exec_anon(&core->mutex, take_cs, &cs, sizeof(cs)) == 0)
		id = cs.id;
	return id;
}

struct add_cs {          /* c->mutex, in.c:85-94 */
	struct core *c;  /* in */
	long n;          /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct core *c = cs->c;
	long n = cs->n;

	if (c->closed) {
		return 1;
	}
	c->total += n;
	return 0;
}

static int add(struct core *c, long n)
{
	struct add_cs cs = { .c = c, .n = n };
	int way = n < 0 || c == NULL ? -1 : rcl_exec_anon(core_enter_mutex(c), add_cs,
			&cs, sizeof(cs));

	if (way < 0) {
		printf("nothing to add to\n");
		return -1;
	}
	if (way == 1)
		return 1;
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
	rcl_mutex_init(&core->mutex, NULL, core_mutex);
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
	rcl_mutex_destroy(&core->mutex);
	free(core);
	return 0;
}
