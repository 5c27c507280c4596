#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct transfer {
	rcl_mutex_t lock;
	int expired, probes, serial;
};

static struct transfer transfer = { .lock = RCL_MUTEX_INITIALIZER(transfer_lock) };

struct set_expired_cs {      /* t->lock, in.c:13-15 */
	struct transfer *t;  /* in */
};

static int set_expired_cs(void *ctx)
{
	struct set_expired_cs *cs = ctx;
	struct transfer *t = cs->t;

	t->expired++;
	return 0;
}

static void set_expired(struct transfer *t)
{
	struct set_expired_cs cs = { .t = t };
	rcl_exec_anon(&t->lock, set_expired_cs, &cs, sizeof(cs));
}

/* Gives the lock back if it has begun. */
static int start_probe(struct transfer *t)
{
	if (t->serial % 2)
		return 0;
	t->probes++;
	rcl_unlock(&t->lock);
	return 1;
}

struct timer_cs {            /* t->lock, in.c:30-40 */
	struct transfer *t;  /* in */
	int now;             /* in */
	int at;              /* where it goes on */
};

static int timer_cs(void *ctx)
{
	struct timer_cs *cs = ctx;
	struct transfer *t = cs->t;
	int now = cs->now;

	if (cs->at == 2)
		goto at_2;

	if (now < 0) {
		return 1;
	}
	if (t->serial > 3) {
		cs->at = 2;
		return 2;
		at_2: ;
	}
	t->serial++;
	return RCL_KEEP;
}

static void timer(struct transfer *t, int now)
{
	struct timer_cs cs = { .t = t, .now = now, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&t->lock, timer_cs, &cs, sizeof(cs))) == 2) {
		set_expired(t);
	}
	if (way == 1)
		return;
	if (!start_probe(t))
		rcl_unlock(&t->lock);
}

int main(void)
{
	for (int now = -1; now < 7; now++)
		timer(&transfer, now);
	printf("%d %d %d\n", transfer.expired, transfer.probes, transfer.serial);
	return 0;
}
