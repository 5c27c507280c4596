#include <pthread.h>
#include <stdio.h>

struct file {
	pthread_mutex_t lock;
	pthread_cond_t idle;
	int refs, blocks, dead;
};
static int closed, calls;

static void file_discard(struct file *f)
{
	f->dead = 1;
	pthread_mutex_unlock(&f->lock);
}

/* Another condition gives the lock back: what comes before is shipped. */
static int file_close(struct file *f, int flags)
{
	int deleted = 0, before;

	if (!(flags & 1))
		pthread_mutex_lock(&f->lock);
	before = f->refs;
	if (f->refs > 3)
		closed++;
	f->refs--;
	if (f->refs == 0 || flags & 2) {
		closed += 10;
		if (f->blocks == 0) {
			file_discard(f);
			deleted = 1;
		}
	}
	if (!deleted && !(flags & 1))
		pthread_mutex_unlock(&f->lock);
	return closed + before;
}

/* The caller may have the lock, and leaves without it. */
static int file_open(struct file *f, int held, int most)
{
	if (!held)
		pthread_mutex_lock(&f->lock);
	f->refs++;
	if (f->refs > most)
		return -1;
	if (f->dead) {
		f->dead = 0;
		closed = 0;
	}
	pthread_mutex_unlock(&f->lock);
	return f->refs;
}

/* The first round takes it, the last one gives it back. */
static int rounds(struct file *f, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (i == 0)
			pthread_mutex_lock(&f->lock);
		f->blocks += i;
		if (f->blocks % 7 == 0)
			continue;
		sum += f->blocks;
		if (i == n - 1)
			pthread_mutex_unlock(&f->lock);
	}
	return sum;
}

/* There is nothing to ship before the first release. */
static int nothing(struct file *f, int locking)
{
	if (locking)
		pthread_mutex_lock(&f->lock);
	locking = f == NULL;
	if (locking)
		pthread_mutex_unlock(&f->lock);
	return locking;
}

static int first_of_all(struct file *f, int locking, int done)
{
	if (locking)
		pthread_mutex_lock(&f->lock);
	if (done) {
		pthread_mutex_unlock(&f->lock);
		return 0;
	}
	f->refs++;
	if (locking)
		pthread_mutex_unlock(&f->lock);
	return 1;
}

/* It waits where it runs. */
static void waits(struct file *f, int locking)
{
	if (locking)
		pthread_mutex_lock(&f->lock);
	f->refs++;
	while (f->refs > 100)
		pthread_cond_wait(&f->idle, &f->lock);
	f->refs--;
	pthread_mutex_unlock(&f->lock);
}

/* A jump leads into what comes before the release: it is cut before that. */
static int jumps(struct file *f, int locking, int again)
{
	if (again > 4)
		goto counting;
	if (locking)
		pthread_mutex_lock(&f->lock);
	f->refs++;
counting:
	calls++;
	if (--again > 0)
		goto counting;
	if (locking > again)
		pthread_mutex_unlock(&f->lock);
	return calls;
}

/* It may be taken again before it is given back. */
static void twice(struct file *f, int first, int second)
{
	if (first)
		pthread_mutex_lock(&f->lock);
	f->refs++;
	if (second)
		pthread_mutex_lock(&f->lock);
	f->refs--;
	pthread_mutex_unlock(&f->lock);
}

int main(void)
{
	struct file f = { .lock = PTHREAD_MUTEX_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER, .blocks = 1 };

	for (int i = 0; i < 6; i++) {
		if (i % 2)
			pthread_mutex_lock(&f.lock);
		printf("%d ", file_open(&f, i % 2, 4));
		if (f.refs > 4)
			pthread_mutex_unlock(&f.lock);
	}
	for (int i = 0; i < 8; i++) {
		f.blocks = i < 4;
		if (i == 2)
			pthread_mutex_lock(&f.lock);
		printf("%d ", file_close(&f, i == 2 ? 1 : 0));
		if (i == 2)
			pthread_mutex_unlock(&f.lock);
	}
	printf("%d %d ", rounds(&f, 5), nothing(&f, 0));
	printf("%d %d\n", first_of_all(&f, 1, 1), first_of_all(&f, 0, 0));
	waits(&f, 1);
	pthread_mutex_lock(&f.lock);
	waits(&f, 0);
	printf("%d ", jumps(&f, 2, 1));
	twice(&f, 1, 0);
	twice(&f, 0, 1);
	printf("%d %d %d\n", f.refs, f.dead, calls);
	return 0;
}
