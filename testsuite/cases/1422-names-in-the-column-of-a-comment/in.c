#include <pthread.h>
#include <stdio.h>

/* The mutex of the first one stands in the column of a comment, that of the second one in a column of names. */
struct stream {
	int fd;
	struct {
		pthread_mutex_t mtx;
		char *title;	/* title of the stream */
		int count;
	} metadata;
	pthread_cond_t  changed;
	int             others;	/* of the stream */
	pthread_mutex_t lock;	// protects it
	long waiting;
};

static struct stream stream = {
	1, { PTHREAD_MUTEX_INITIALIZER, "none", 0 }, PTHREAD_COND_INITIALIZER, 0, PTHREAD_MUTEX_INITIALIZER, 0
};

static void name(struct stream *s, char *title)
{
	pthread_mutex_lock(&s->metadata.mtx);
	s->metadata.title = title;
	s->metadata.count++;
	pthread_mutex_unlock(&s->metadata.mtx);
}

static void change(struct stream *s, int n)
{
	pthread_mutex_lock(&s->lock);
	s->others += n;
	while (s->others < 0)
		pthread_cond_wait(&s->changed, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

int main(void)
{
	name(&stream, "first");
	change(&stream, 3);
	printf("%s %d %d\n", stream.metadata.title, stream.metadata.count, stream.others);
	return 0;
}
