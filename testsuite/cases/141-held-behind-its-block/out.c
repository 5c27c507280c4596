#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int drawn, sum;

struct draw_cs {     /* lock, in.c:13-20 */
	int ticket;  /* out */
	int seen;    /* out */
};

static int draw_cs(void *ctx)
{
	struct draw_cs *cs = ctx;
	int ticket;
	int seen;

	ticket = ++drawn;
	sum += ticket;
	seen = sum;
	drawn += seen & 1;
	cs->ticket = ticket;
	cs->seen = seen;
	return RCL_KEEP;
}

/* the lock is still held behind the block in which it is taken, and what that has computed is needed there */
static int draw(void)
{
	int ticket = 0, seen;

	{
		struct draw_cs cs;
		rcl_exec_anon(&lock, draw_cs, &cs, sizeof(cs));
		ticket = cs.ticket;
		seen = cs.seen;
	}
	printf("%d %d\n", ticket, seen);
	rcl_unlock(&lock);
	return ticket;
}

int main(void)
{
	printf("%d\n", draw());
	printf("%d %d\n", draw(), sum);
	return 0;
}
