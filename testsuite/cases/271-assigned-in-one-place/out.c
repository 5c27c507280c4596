#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* Old code declares first and assigns then: what a variable gets once, it stands for. */
struct env {
	rcl_mutex_t mutex;
	rcl_mutex_t inner;
	int free;
	int made;
};

struct table {
	struct env *env;
	int entries;
};

struct grow_cs {          /* env->inner, in.c:22-25 */
	int n;            /* in */
	struct env *env;  /* in */
};

static int grow_cs(void *ctx)
{
	struct grow_cs *cs = ctx;
	int n = cs->n;
	struct env *env = cs->env;

	while (n > env->free)
		env->free += 2;
	return 0;
}

static int grow(struct table *t, int n)
{
	struct env *env;

	env = t->env;
	struct grow_cs cs = { .n = n, .env = env };
	rcl_exec_anon(&env->inner, grow_cs, &cs, sizeof(cs));
	return n;
}

struct add_cs {           /* env->mutex, in.c:35-38 */
	struct table *t;  /* in */
	int n;            /* in */
	int found;        /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct table *t = cs->t;
	int n = cs->n;
	int found;

	found = grow(t, n);
	t->entries += found;
	cs->found = found;
	return 0;
}

static int add(struct table *t, int n)
{
	struct env *env;
	int found;

	env = t->env;
	struct add_cs cs = { .t = t, .n = n };
	rcl_exec_anon(&env->mutex, add_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

struct swap_cs {          /* env->mutex, in.c:48-49 */
	struct env *env;  /* in */
};

static int swap_cs(void *ctx)
{
	struct swap_cs *cs = ctx;
	struct env *env = cs->env;

	env->made++;
	return RCL_KEEP;
}

/* assigned again, or behind a label: who knows which one is given back */
static int swap(struct table *t, struct table *other)
{
	struct env *env;

	env = t->env;
	struct swap_cs cs = { .env = env };
	rcl_exec_anon(&env->mutex, swap_cs, &cs, sizeof(cs));
	env = other->env;
	rcl_unlock(&t->env->mutex);
	return env->made;
}

struct again_cs {         /* env->mutex, in.c:61-62 */
	int n;            /* in */
	struct env *env;  /* in */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int n = cs->n;
	struct env *env = cs->env;

	env->made += n;
	return RCL_KEEP;
}

static int again(struct table *t, int n)
{
	struct env *env;

retry:
	env = t->env;
	struct again_cs cs = { .n = n, .env = env };
	rcl_exec_anon(&env->mutex, again_cs, &cs, sizeof(cs));
	rcl_unlock(&t->env->mutex);
	if (--n > 0)
		goto retry;
	return n;
}

struct move_env_1_cs {    /* env->mutex, in.c:76-78 */
	struct env *env;  /* in */
	int made;         /* out */
};

static int move_env_1_cs(void *ctx)
{
	struct move_env_1_cs *cs = ctx;
	struct env *env = cs->env;
	int made;

	made = env->made++;
	cs->made = made;
	return 0;
}

struct move_env_2_cs {   /* t->env->mutex, in.c:80-81 */
	struct env *to;  /* in */
	int made;        /* in */
};

static int move_env_2_cs(void *ctx)
{
	struct move_env_2_cs *cs = ctx;
	struct env *to = cs->to;
	int made = cs->made;

	to->made += made;
	return RCL_KEEP;
}

/* what it is made of changes in between */
static int move(struct table *t, struct env *to)
{
	struct env *env;
	int made;

	env = t->env;
	struct move_env_1_cs cs = { .env = env };
	rcl_exec_anon(&env->mutex, move_env_1_cs, &cs, sizeof(cs));
	made = cs.made;
	t->env = to;
	struct move_env_2_cs env_2_cs = { .to = to, .made = made };
	rcl_exec_anon(&t->env->mutex, move_env_2_cs, &env_2_cs, sizeof(env_2_cs));
	rcl_unlock(&to->mutex);
	return made;
}

int main(void)
{
	static struct env one = { RCL_MUTEX_INITIALIZER(env_mutex_main), RCL_MUTEX_INITIALIZER(env_inner_main), 0, 0 };
	static struct env two = { RCL_MUTEX_INITIALIZER(env_mutex_main_89), RCL_MUTEX_INITIALIZER(env_inner_main_89), 0, 0 };
	struct table first = { &one, 0 }, second = { &two, 0 };

	printf("%d %d\n", add(&first, 3), add(&second, 5));
	printf("%d %d\n", swap(&first, &second), again(&second, 3));
	printf("%d %d %d\n", move(&first, &two), one.made, two.made);
	printf("%d %d %d %d\n", first.entries, second.entries, one.free, two.free);
	return 0;
}
