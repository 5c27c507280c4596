#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* The mutex of the first one stands in the column of a comment, that of the second one in a column of names. */
struct stream {
	int fd;
	struct {
		rcl_mutex_t mtx;
		char *title;	/* title of the stream */
		int count;
	} metadata;
	rcl_cond_t      changed;
	int             others;	/* of the stream */
	rcl_mutex_t     lock;	// protects it
	long waiting;
};

static struct stream stream = {
	1, { RCL_MUTEX_INITIALIZER(stream_metadata_mtx), "none", 0 }, RCL_COND_INITIALIZER, 0, RCL_MUTEX_INITIALIZER(stream_lock), 0
};

struct name_cs {           /* s->metadata.mtx, in.c:24-27 */
	struct stream *s;  /* in */
	char *title;       /* in */
};

static int name_cs(void *ctx)
{
	struct name_cs *cs = ctx;
	struct stream *s = cs->s;
	char *title = cs->title;

	s->metadata.title = title;
	s->metadata.count++;
	return 0;
}

static void name(struct stream *s, char *title)
{
	struct name_cs cs = { .s = s, .title = title };
	rcl_exec_anon(&s->metadata.mtx, name_cs, &cs, sizeof(cs));
}

struct change_cs {         /* s->lock, in.c:32-36 */
	struct stream *s;  /* in */
	int n;             /* in */
	int at;            /* where it goes on */
};

static int change_cs(void *ctx)
{
	struct change_cs *cs = ctx;
	struct stream *s = cs->s;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	s->others += n;
	while (s->others < 0) {
		cs->at = 1;
		return rcl_wait(&s->changed, &s->lock);
		at_1: ;
	}
	return 0;
}

static void change(struct stream *s, int n)
{
	struct change_cs cs = { .s = s, .n = n, .at = 0 };
	rcl_exec_waiting(&s->lock, change_cs, &cs, sizeof(cs));
}

int main(void)
{
	name(&stream, "first");
	change(&stream, 3);
	printf("%s %d %d\n", stream.metadata.title, stream.metadata.count, stream.others);
	return 0;
}
