/* Lock functions that only call others, which ask, by macros: they ask the same of what the macros are given. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct channel {
	rcl_mutex_t lock;
	int threaded, n;
};

#define CHANNEL_LOCK(c) lock_if((c))
#define CHANNEL_UNLOCK(c) do { unlock_if((c)); } while (0)

static rcl_mutex_t *if_mutex(struct channel *c)
{
	return &c->lock;
}

static rcl_mutex_t *channel_enter_mutex(struct channel *channel)
{
	return if_mutex(channel);
}

struct channel_add_cs {      /* ch->lock, in.c:39-42 */
	struct channel *ch;  /* in */
	int n;               /* in */
	int now;             /* out */
};

static int channel_add_cs(void *ctx)
{
	struct channel_add_cs *cs = ctx;
	struct channel *ch = cs->ch;
	int n = cs->n;
	int now;

	ch->n += n;
	now = ch->n;
	cs->now = now;
	return 0;
}

static int channel_add(struct channel *ch, int n)
{
	int now;

	struct channel_add_cs cs = { .ch = ch, .n = n };
	if (ch->threaded) {
		rcl_exec_anon(channel_enter_mutex(ch), channel_add_cs, &cs, sizeof(cs));
	} else {
		channel_add_cs(&cs);
	}
	now = cs.now;
	return now;
}

int main(void)
{
	struct channel with = { .threaded = 1 }, without = { .n = 1 };

	rcl_mutex_init(&with.lock, NULL, channel_lock);
	printf("%d %d\n", channel_add(&with, 2), channel_add(&without, 3));
	return 0;
}
