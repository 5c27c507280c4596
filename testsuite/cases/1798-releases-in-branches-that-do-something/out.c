/* Branches are nothing but releases, of which what they are given does something: they stay. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
struct queue { rcl_mutex_t mutex; int length; };
static struct queue first = { RCL_MUTEX_INITIALIZER(queue_mutex), 0 };
static int notes;
static struct queue *counted(struct queue *q) { notes++; return q; }

struct gives_cs {         /* counted(q)->mutex, in.c:10-11 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int gives_cs(void *ctx)
{
	struct gives_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return RCL_KEEP;
}

static void gives(struct queue *q, int n)
{
	struct gives_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&counted(q)->mutex, gives_cs, &cs, sizeof(cs));
	if (n > 3)
		rcl_unlock(&counted(q)->mutex);
	else
		rcl_unlock(&counted(q)->mutex);
}
int main(void)
{
	gives(&first, 1); gives(&first, 5);
	printf("%d %d\n", first.length, notes);
	return 0;
}
