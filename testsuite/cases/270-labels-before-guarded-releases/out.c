#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* A release under a condition may stand behind a label. */
rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);

struct name {
	int id;
};

static int table[8], used;

static int push(int id)
{
	table[used++ % 8] = id;
	return id > 6;
}

struct revoke_cs {          /* m, in.c:26-32 */
	struct name *name;  /* in */
	int id;             /* in */
	int ret;            /* in-out */
};

static int revoke_cs(void *ctx)
{
	struct revoke_cs *cs = ctx;
	struct name *name = cs->name;
	int id = cs->id;
	int ret = cs->ret;

	name->id = 0;
	if (id != 0)
		ret = push(id);
	cs->ret = ret;
	return 0;
}

static int revoke(struct name *name, int have_lock)
{
	int id, ret = 0;

	if (name == NULL)
		return -1;
	id = name->id;
	struct revoke_cs cs = { .name = name, .id = id, .ret = ret };
	if (!have_lock)
		rcl_exec_anon(&m, revoke_cs, &cs, sizeof(cs));
	else
		revoke_cs(&cs);
	ret = cs.ret;
	return ret;
}

struct close_id_cs {        /* m, in.c:40-47 */
	struct name *name;  /* in */
	int ret;            /* out */
};

static int close_id_cs(void *ctx)
{
	struct close_id_cs *cs = ctx;
	struct name *name = cs->name;
	int ret;

	if ((ret = push(name->id)) != 0)
		goto err;
	ret = revoke(name, 1);

err:
	cs->ret = ret;
	return 0;
}

static int close_id(struct name *name, int locked)
{
	int ret;

	struct close_id_cs cs = { .name = name };
	if (!locked)
		rcl_exec_anon(&m, close_id_cs, &cs, sizeof(cs));
	else
		close_id_cs(&cs);
	ret = cs.ret;
	return ret;
}

struct main_cs {           /* m, in.c:55-58 */
	struct name *one;  /* by reference */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	struct name *one = cs->one;

	one->id++;
	close_id(one, 1);
	return 0;
}

int main(void)
{
	struct name one = { 1 }, seven = { 7 };

	struct main_cs cs = { .one = &one };
	rcl_exec_anon(&m, main_cs, &cs, sizeof(cs));
	printf("%d %d\n", close_id(&seven, 0), revoke(&seven, 0));
	printf("%d %d %d\n", close_id(&one, 0), used, table[1]);
	return 0;
}
