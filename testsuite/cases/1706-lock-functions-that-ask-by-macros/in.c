/* Lock functions that only call others, which ask, by macros: they ask the same of what the macros are given. */
#include <pthread.h>
#include <stdio.h>

struct channel {
	pthread_mutex_t lock;
	int threaded, n;
};

#define CHANNEL_LOCK(c) lock_if((c))
#define CHANNEL_UNLOCK(c) do { unlock_if((c)); } while (0)

static void lock_if(struct channel *c)
{
	if (c->threaded)
		pthread_mutex_lock(&c->lock);
}

static void unlock_if(struct channel *c)
{
	if (c->threaded)
		pthread_mutex_unlock(&c->lock);
}

static void channel_enter(struct channel *channel)
{
	CHANNEL_LOCK(channel);
}

static void channel_leave(struct channel *channel)
{
	CHANNEL_UNLOCK(channel);
}

static int channel_add(struct channel *ch, int n)
{
	int now;

	channel_enter(ch);
	ch->n += n;
	now = ch->n;
	channel_leave(ch);
	return now;
}

int main(void)
{
	struct channel with = { .threaded = 1 }, without = { .n = 1 };

	pthread_mutex_init(&with.lock, NULL);
	printf("%d %d\n", channel_add(&with, 2), channel_add(&without, 3));
	return 0;
}
