/* Lock functions that call one which returns before for a mutex that is not there: what that asks, they ask. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct lock {
	pthread_mutex_t mutex;
};

struct channel {
	struct lock *lock;
	int queries, sent;
};

struct server {
	struct channel *channel;
	int asked;
};

static struct lock global = { PTHREAD_MUTEX_INITIALIZER };
static int threaded = 1, total, spare;

static struct lock *lock_new(void)
{
	struct lock *l = malloc(sizeof(*l));

	if (l != NULL)
		pthread_mutex_init(&l->mutex, NULL);
	return l;
}

static void lock_take(struct lock *l)
{
	if (l == NULL)
		return;
	pthread_mutex_lock(&l->mutex);
}

static void lock_give(struct lock *l)
{
	if (l == NULL)
		return;
	pthread_mutex_unlock(&l->mutex);
}

static void channel_lock(const struct channel *c)
{
	lock_take(c->lock);
}

static void channel_unlock(const struct channel *c)
{
	lock_give(c->lock);
}

static void server_lock(struct server *s)
{
	channel_lock(s->channel);
}

static void server_unlock(struct server *s)
{
	channel_unlock(s->channel);
}

static void perhaps_lock(struct channel *channel)
{
	if (threaded)
		lock_take(channel->lock);
}

static void perhaps_unlock(struct channel *channel)
{
	if (threaded)
		lock_give(channel->lock);
}

/* there always is this one */
static void all_lock(void)
{
	lock_take(&global);
}

static void all_unlock(void)
{
	lock_give(&global);
}

static int add(struct channel *c, int n)
{
	channel_lock(c);
	if (n > 5) {
		channel_unlock(c);
		return -2;
	}
	c->queries += n;
	n = c->queries;
	channel_unlock(c);
	return n;
}

static void ask(struct server *s)
{
	server_lock(s);
	s->asked++;
	s->channel->queries++;
	server_unlock(s);
}

static void send_one(struct channel *c)
{
	perhaps_lock(c);
	c->sent++;
	perhaps_unlock(c);
}

static void count(int n)
{
	all_lock();
	total += n;
	all_unlock();
}

/* what the condition is about changes */
static void moved(struct channel *c)
{
	struct lock *lock = c->lock;

	channel_lock(c);
	c->sent++;
	c->lock = NULL;
	lock_give(lock);
	c->lock = lock;
}

/* not what was taken */
static void other(struct channel *c, struct channel *d)
{
	channel_lock(c);
	d->sent++;
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
