#include <pthread.h>
#include <stdio.h>

struct endpoint {
	pthread_mutex_t lock;
	int pipes, bytes;
};
struct pipe {
	struct endpoint *end;
	int want, got;
};

static struct endpoint ends[2] = { { PTHREAD_MUTEX_INITIALIZER, 0, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0, 0 } };
static struct pipe pipes[3];

static void start(struct pipe *pipe, struct endpoint *end)
{
	pipe->end = end;
	pipe->want = 2;
	end->pipes++;
}

static void (*starting)(struct pipe *, struct endpoint *) = start;

/* the mutex has two names, one of which what a pointer leads to sets, of other pipes */
static void negotiated(struct pipe *pipe, struct pipe *next)
{
	struct endpoint *end = pipe->end;

	pthread_mutex_lock(&end->lock);
	end->bytes++;
	if (++pipe->got < pipe->want) {
		starting(next, end);
		pthread_mutex_unlock(&pipe->end->lock);
		return;
	}
	end->bytes *= 3;
	pthread_mutex_unlock(&end->lock);
}

/* here the function sets it itself, of a pipe that may be the same one */
static void moved(struct pipe *pipe, struct pipe *other)
{
	struct endpoint *end = pipe->end;

	pthread_mutex_lock(&end->lock);
	end->pipes--;
	other->end = NULL;
	pthread_mutex_unlock(&pipe->end->lock);
}

/* here a function that is called by its name does */
static void restarted(struct pipe *pipe, struct pipe *other)
{
	struct endpoint *end = pipe->end;

	pthread_mutex_lock(&end->lock);
	start(other, end);
	pthread_mutex_unlock(&pipe->end->lock);
}

static void set(struct endpoint **end, struct endpoint *other)
{
	*end = other;
}

/* what is called is given the name */
static void given(struct pipe *pipe)
{
	struct endpoint *end = pipe->end;

	pthread_mutex_lock(&end->lock);
	end->bytes++;
	set(&pipe->end, end);
	pthread_mutex_unlock(&pipe->end->lock);
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
