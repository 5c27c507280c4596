/* A macro that is a block releases the lock and leaves, and a semicolon follows it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RET(r) \
	{ \
		rcl_unlock(&c->mutex); \
		return r; \
	}

#define LEAVE() { rcl_unlock(&c->mutex); return; }

struct conn {
	rcl_mutex_t mutex;
	int n;
};

static int set(struct conn *c, int n)
{
	c->n += n;
	return n < 0;
}

struct key_cs {            /* c->mutex, in.c:34-46 */
	struct conn *c;    /* in */
	const char *name;  /* in */
};

static int key_cs(void *ctx)
{
	struct key_cs *cs = ctx;
	struct conn *c = cs->c;
	const char *name = cs->name;
	char *command;
	int ret;

	ret = set(c, 1);
	if (ret)
		return 1;

	command = strdup(name);
	ret = set(c, (int)strlen(command) - 4);
	free(command);
	if (ret)
		return 1;
	return 0;
}

static int key(struct conn *c, const char *name)
{
	if (name == NULL)
		return -1;

	struct key_cs cs = { .c = c, .name = name };
	if (rcl_exec_errno(&c->mutex, key_cs, &cs, sizeof(cs)) == 1)
		return -1;

	return 0;
}

struct data_cs {           /* c->mutex, in.c:54-65 */
	struct conn *c;    /* in */
	const char *name;  /* in */
	char *reply;       /* out */
};

static int data_cs(void *ctx)
{
	struct data_cs *cs = ctx;
	struct conn *c = cs->c;
	const char *name = cs->name;
	char *reply;

	if (c->n < 0)
		return 1;

	reply = strdup(name);
	if (reply == NULL) {
		puts("none");
		return 1;
	}
	cs->reply = reply;
	return 0;
}

static char *data(struct conn *c, const char *name)
{
	char *reply;
	struct data_cs cs = { .c = c, .name = name };
	if (rcl_exec(&c->mutex, data_cs, &cs, sizeof(cs)) == 1)
		return NULL;
	reply = cs.reply;
	return reply;
}

struct count_cs {        /* c->mutex, in.c:71-84 */
	struct conn *c;  /* in */
	int to;          /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct conn *c = cs->c;
	int to = cs->to;

	for (int i = 0; i < to; i++) {
		if (c->n > 9)
			return 0;
		if (c->n == 7)
			{ c->n++; return 0; }
		c->n++;
	}
	if (c->n < 0) {
		c->n = 0;
		return 0;
	}
	c->n++;
	return 0;
}

static void count(struct conn *c, int to)
{
	struct count_cs cs = { .c = c, .to = to };
	rcl_exec_anon(&c->mutex, count_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct conn c = { RCL_MUTEX_INITIALIZER(conn_mutex), 0 };
	char *s;

	printf("%d %d", key(&c, "abc"), key(&c, "abcdef"));
	printf(" %d", c.n);
	s = data(&c, "data");
	printf(" %s\n", s);
	free(s);
	count(&c, 2);
	printf("%d", c.n);
	count(&c, 9);
	printf(" %d", c.n);
	count(&c, 9);
	printf(" %d\n", c.n);
	return 0;
}
