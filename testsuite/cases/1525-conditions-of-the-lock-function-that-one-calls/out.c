/* Lock functions that call one which returns before for a mutex that is not there: what that asks, they ask. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct lock {
	rcl_mutex_t mutex;
};

struct channel {
	struct lock *lock;
	int queries, sent;
};

struct server {
	struct channel *channel;
	int asked;
};

static struct lock global = { RCL_MUTEX_INITIALIZER(lock_mutex_in) };
static int threaded = 1, total, spare;

static struct lock *lock_new(void)
{
	struct lock *l = malloc(sizeof(*l));

	if (l != NULL)
		rcl_mutex_init(&l->mutex, NULL, lock_mutex_lock_new);
	return l;
}

static rcl_mutex_t *take_mutex(struct lock *l)
{
	return &l->mutex;
}

static void lock_take(struct lock *l)
{
	if (l == NULL)
		return;
	rcl_lock(&l->mutex);
}

static void lock_give(struct lock *l)
{
	if (l == NULL)
		return;
	rcl_unlock(&l->mutex);
}

static int channel_lock_needed(const struct channel *c)
{
	return c->lock != NULL;
}

static rcl_mutex_t *channel_mutex(const struct channel *c)
{
	return take_mutex(c->lock);
}

static void channel_unlock(const struct channel *c)
{
	lock_give(c->lock);
}

static rcl_mutex_t *server_mutex(struct server *s)
{
	return channel_mutex(s->channel);
}

static rcl_mutex_t *perhaps_mutex(struct channel *channel)
{
	return take_mutex(channel->lock);
}

struct add_cs {             /* c->lock->mutex, in.c:91-98 */
	struct channel *c;  /* in */
	int n;              /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct channel *c = cs->c;
	int n = cs->n;

	if (n > 5) {
		return 1;
	}
	c->queries += n;
	n = c->queries;
	cs->n = n;
	return 0;
}

static int add(struct channel *c, int n)
{
	struct add_cs cs = { .c = c, .n = n };
	int way = c->lock != NULL
			? rcl_exec_anon(channel_mutex(c), add_cs, &cs, sizeof(cs))
			: add_cs(&cs);

	if (way == 1)
		return -2;
	n = cs.n;
	return n;
}

struct ask_cs {            /* s->channel->lock->mutex, in.c:104-107 */
	struct server *s;  /* in */
};

static int ask_cs(void *ctx)
{
	struct ask_cs *cs = ctx;
	struct server *s = cs->s;

	s->asked++;
	s->channel->queries++;
	return 0;
}

static void ask(struct server *s)
{
	struct ask_cs cs = { .s = s };
	if (s->channel->lock != NULL)
		rcl_exec_anon(server_mutex(s), ask_cs, &cs, sizeof(cs));
	else
		ask_cs(&cs);
}

struct send_one_cs {        /* c->lock->mutex, in.c:112-114 */
	struct channel *c;  /* in */
};

static int send_one_cs(void *ctx)
{
	struct send_one_cs *cs = ctx;
	struct channel *c = cs->c;

	c->sent++;
	return 0;
}

static void send_one(struct channel *c)
{
	struct send_one_cs cs = { .c = c };
	if (threaded && c->lock != NULL)
		rcl_exec_anon(perhaps_mutex(c), send_one_cs, &cs, sizeof(cs));
	else
		send_one_cs(&cs);
}

struct count_cs {  /* global.mutex, in.c:119-121 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void count(int n)
{
	struct count_cs cs = { .n = n };
	rcl_exec_anon(take_mutex(&global), count_cs, &cs, sizeof(cs));
}

struct moved_cs {           /* c->lock->mutex, in.c:129-130 */
	struct channel *c;  /* in */
};

static int moved_cs(void *ctx)
{
	struct moved_cs *cs = ctx;
	struct channel *c = cs->c;

	c->sent++;
	return RCL_KEEP;
}

/* what the condition is about changes */
static void moved(struct channel *c)
{
	struct lock *lock = c->lock;

	struct moved_cs cs = { .c = c };
	if (channel_lock_needed(c))
		rcl_exec_anon(channel_mutex(c), moved_cs, &cs, sizeof(cs));
	else
		moved_cs(&cs);
	c->lock = NULL;
	lock_give(lock);
	c->lock = lock;
}

struct other_cs {           /* c->lock->mutex, in.c:139-140 */
	struct channel *d;  /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	struct channel *d = cs->d;

	d->sent++;
	return RCL_KEEP;
}

/* not what was taken */
static void other(struct channel *c, struct channel *d)
{
	struct other_cs cs = { .d = d };
	if (c->lock != NULL)
		rcl_exec_anon(channel_mutex(c), other_cs, &cs, sizeof(cs));
	else
		other_cs(&cs);
	channel_unlock(c == d ? d : c);
}

static struct lock *any(struct channel *c)
{
	spare++;
	return c->lock;
}

/* the condition would be asked once more */
static void any_lock(struct channel *c)
{
	lock_take(any(c));
}

static void any_unlock(struct channel *c)
{
	lock_give(any(c));
}

static void by_any(struct channel *c)
{
	any_lock(c);
	c->sent++;
	any_unlock(c);
}

int main(void)
{
	struct channel one = { lock_new(), 0, 0 }, two = { NULL, 0, 0 };
	struct server first = { &one, 0 }, second = { &two, 0 };

	printf("%d ", add(&one, 4));
	printf("%d ", add(&one, 6));
	printf("%d ", add(&two, 3));
	send_one(&one);
	send_one(&two);
	ask(&first);
	ask(&second);
	count(3);
	moved(&one);
	other(&one, &two);
	by_any(&one);
	by_any(&two);
	printf("%d %d %d %d ", one.sent, two.sent, one.queries, two.queries);
	printf("%d %d %d %d\n", first.asked, second.asked, total, spare);
	free(one.lock);
	return 0;
}
