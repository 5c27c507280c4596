#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct end {
	rcl_mutex_t lock;
	int bytes, calls;
};

struct pipe {
	struct end *end;
	int sent;
};

static void (*callback)(void *);

struct sent_cs {          /* end->lock, in.c:22-29 */
	struct pipe *p;   /* in */
	struct end *end;  /* in */
};

static int sent_cs(void *ctx)
{
	struct sent_cs *cs = ctx;
	struct pipe *p = cs->p;
	struct end *end = cs->end;

	if (p->sent < 2) {
		end->bytes += p->sent++;
		return 0;
	}
	end->calls++;
	return 0;
}

/* Released by another name than it was taken by. */
static void sent(void *arg)
{
	struct pipe *p = arg;
	struct end *end = p->end;

	struct sent_cs cs = { .p = p, .end = end };
	rcl_exec_anon(&end->lock, sent_cs, &cs, sizeof(cs));
}

struct later_cs {           /* other->lock, in.c:35-38 */
	struct end *other;  /* in */
	struct pipe *p;     /* in */
};

static int later_cs(void *ctx)
{
	struct later_cs *cs = ctx;
	struct end *other = cs->other;
	struct pipe *p = cs->p;

	other->calls += 10;
	callback(p);
	return 0;
}

/* Calls what may be any function of its type: none gives the lock away. */
static void later(struct end *other, struct pipe *p)
{
	struct later_cs cs = { .other = other, .p = p };
	rcl_exec_anon(&other->lock, later_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct end one = { .bytes = 1 }, two = { .bytes = 2 };
	struct pipe p = { &one, 1 };

	rcl_mutex_init(&one.lock, NULL, end_lock_main);
	rcl_mutex_init(&two.lock, NULL, end_lock_main_47);
	callback = sent;
	sent(&p);
	sent(&p);
	later(&two, &p);
	printf("%d %d %d %d\n", one.bytes, one.calls, two.bytes, two.calls);
	return 0;
}
