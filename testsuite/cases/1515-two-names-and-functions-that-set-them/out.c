#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct endpoint {
	rcl_mutex_t lock;
	int pipes, bytes;
};
struct pipe {
	struct endpoint *end;
	int want, got;
};

static struct endpoint ends[2] = { { RCL_MUTEX_INITIALIZER(endpoint_lock_in), 0, 0 }, { RCL_MUTEX_INITIALIZER(endpoint_lock_in_13), 0, 0 } };
static struct pipe pipes[3];

static void start(struct pipe *pipe, struct endpoint *end)
{
	pipe->end = end;
	pipe->want = 2;
	end->pipes++;
}

static void (*starting)(struct pipe *, struct endpoint *) = start;

struct negotiated_cs {         /* end->lock, in.c:30-38 */
	struct pipe *pipe;     /* in */
	struct pipe *next;     /* in */
	struct endpoint *end;  /* in */
};

static int negotiated_cs(void *ctx)
{
	struct negotiated_cs *cs = ctx;
	struct pipe *pipe = cs->pipe;
	struct pipe *next = cs->next;
	struct endpoint *end = cs->end;

	end->bytes++;
	if (++pipe->got < pipe->want) {
		starting(next, end);
		return 0;
	}
	end->bytes *= 3;
	return 0;
}

/* the mutex has two names, one of which what a pointer leads to sets, of other pipes */
static void negotiated(struct pipe *pipe, struct pipe *next)
{
	struct endpoint *end = pipe->end;

	struct negotiated_cs cs = { .pipe = pipe, .next = next, .end = end };
	rcl_exec_anon(&end->lock, negotiated_cs, &cs, sizeof(cs));
}

struct moved_cs {              /* end->lock, in.c:46-48 */
	struct pipe *other;    /* in */
	struct endpoint *end;  /* in */
};

static int moved_cs(void *ctx)
{
	struct moved_cs *cs = ctx;
	struct pipe *other = cs->other;
	struct endpoint *end = cs->end;

	end->pipes--;
	other->end = NULL;
	return RCL_KEEP;
}

/* here the function sets it itself, of a pipe that may be the same one */
static void moved(struct pipe *pipe, struct pipe *other)
{
	struct endpoint *end = pipe->end;

	struct moved_cs cs = { .other = other, .end = end };
	rcl_exec_anon(&end->lock, moved_cs, &cs, sizeof(cs));
	rcl_unlock(&pipe->end->lock);
}

struct restarted_cs {          /* end->lock, in.c:57-58 */
	struct pipe *other;    /* in */
	struct endpoint *end;  /* in */
};

static int restarted_cs(void *ctx)
{
	struct restarted_cs *cs = ctx;
	struct pipe *other = cs->other;
	struct endpoint *end = cs->end;

	start(other, end);
	return RCL_KEEP;
}

/* here a function that is called by its name does */
static void restarted(struct pipe *pipe, struct pipe *other)
{
	struct endpoint *end = pipe->end;

	struct restarted_cs cs = { .other = other, .end = end };
	rcl_exec_anon(&end->lock, restarted_cs, &cs, sizeof(cs));
	rcl_unlock(&pipe->end->lock);
}

static void set(struct endpoint **end, struct endpoint *other)
{
	*end = other;
}

struct given_cs {              /* end->lock, in.c:72-74 */
	struct pipe *pipe;     /* in */
	struct endpoint *end;  /* in */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	struct pipe *pipe = cs->pipe;
	struct endpoint *end = cs->end;

	end->bytes++;
	set(&pipe->end, end);
	return RCL_KEEP;
}

/* what is called is given the name */
static void given(struct pipe *pipe)
{
	struct endpoint *end = pipe->end;

	struct given_cs cs = { .pipe = pipe, .end = end };
	rcl_exec_anon(&end->lock, given_cs, &cs, sizeof(cs));
	rcl_unlock(&pipe->end->lock);
}

int main(void)
{
	start(&pipes[0], &ends[0]);
	negotiated(&pipes[0], &pipes[1]);
	negotiated(&pipes[0], &pipes[1]);
	negotiated(&pipes[1], &pipes[2]);
	moved(&pipes[1], &pipes[2]);
	restarted(&pipes[1], &pipes[2]);
	given(&pipes[0]);
	printf("%d %d\n", ends[0].pipes, ends[0].bytes);
	return 0;
}
