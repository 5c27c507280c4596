#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct file {
	rcl_mutex_t lock;
	rcl_cond_t idle;
	int refs, blocks, dead;
};
static int closed, calls;

static void file_discard(struct file *f)
{
	f->dead = 1;
	rcl_unlock(&f->lock);
}

struct file_close_cs {   /* f->lock, in.c:22-27 */
	struct file *f;  /* in */
	int before;      /* out */
};

static int file_close_cs(void *ctx)
{
	struct file_close_cs *cs = ctx;
	struct file *f = cs->f;
	int before;

	before = f->refs;
	if (f->refs > 3)
		closed++;
	f->refs--;
	cs->before = before;
	return RCL_KEEP;
}

/* Another condition gives the lock back: what comes before is shipped. */
static int file_close(struct file *f, int flags)
{
	int deleted = 0, before;

	struct file_close_cs cs = { .f = f };
	if (!(flags & 1))
		rcl_exec_anon(&f->lock, file_close_cs, &cs, sizeof(cs));
	else
		file_close_cs(&cs);
	before = cs.before;
	if (f->refs == 0 || flags & 2) {
		closed += 10;
		if (f->blocks == 0) {
			file_discard(f);
			deleted = 1;
		}
	}
	if (!deleted && !(flags & 1))
		rcl_unlock(&f->lock);
	return closed + before;
}

struct file_open_cs {    /* f->lock, in.c:43-51 */
	struct file *f;  /* in */
	int most;        /* in */
};

static int file_open_cs(void *ctx)
{
	struct file_open_cs *cs = ctx;
	struct file *f = cs->f;
	int most = cs->most;

	f->refs++;
	if (f->refs > most)
		return RCL_KEEP | 1;
	if (f->dead) {
		f->dead = 0;
		closed = 0;
	}
	return RCL_KEEP;
}

/* The caller may have the lock, and leaves without it. */
static int file_open(struct file *f, int held, int most)
{
	struct file_open_cs cs = { .f = f, .most = most };
	int way = !held
			? rcl_exec_anon(&f->lock, file_open_cs, &cs, sizeof(cs))
			: file_open_cs(&cs) & ~RCL_KEEP;

	if (way == 1)
		return -1;
	rcl_unlock(&f->lock);
	return f->refs;
}

/* The first round takes it, the last one gives it back. */
static int rounds(struct file *f, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (i == 0)
			rcl_lock(&f->lock);
		f->blocks += i;
		if (f->blocks % 7 == 0)
			continue;
		sum += f->blocks;
		if (i == n - 1)
			rcl_unlock(&f->lock);
	}
	return sum;
}

/* There is nothing to ship before the first release. */
static int nothing(struct file *f, int locking)
{
	if (locking)
		rcl_lock(&f->lock);
	locking = f == NULL;
	if (locking)
		rcl_unlock(&f->lock);
	return locking;
}

static int first_of_all(struct file *f, int locking, int done)
{
	if (locking)
		rcl_lock(&f->lock);
	if (done) {
		rcl_unlock(&f->lock);
		return 0;
	}
	f->refs++;
	if (locking)
		rcl_unlock(&f->lock);
	return 1;
}

struct waits_cs {        /* f->lock, in.c:102-107 */
	struct file *f;  /* in */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	struct file *f = cs->f;

	f->refs++;
	while (f->refs > 100)
		rcl_cond_wait(&f->idle, &f->lock);
	f->refs--;
	return RCL_KEEP;
}

/* It waits where it runs. */
static void waits(struct file *f, int locking)
{
	struct waits_cs cs = { .f = f };
	if (locking)
		rcl_exec_blocking(&f->lock, waits_cs, &cs, sizeof(cs));
	else
		waits_cs(&cs);
	rcl_unlock(&f->lock);
}

struct jumps_cs {        /* f->lock, in.c:116-118 */
	struct file *f;  /* in */
};

static int jumps_cs(void *ctx)
{
	struct jumps_cs *cs = ctx;
	struct file *f = cs->f;

	f->refs++;
	return RCL_KEEP;
}

/* A jump leads into what comes before the release: it is cut before that. */
static int jumps(struct file *f, int locking, int again)
{
	if (again > 4)
		goto counting;
	struct jumps_cs cs = { .f = f };
	if (locking)
		rcl_exec_anon(&f->lock, jumps_cs, &cs, sizeof(cs));
	else
		jumps_cs(&cs);
counting:
	calls++;
	if (--again > 0)
		goto counting;
	if (locking > again)
		rcl_unlock(&f->lock);
	return calls;
}

struct twice_cs {        /* f->lock, in.c:131-133 */
	struct file *f;  /* in */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	struct file *f = cs->f;

	f->refs++;
	return RCL_KEEP;
}

/* It may be taken again before it is given back. */
static void twice(struct file *f, int first, int second)
{
	struct twice_cs cs = { .f = f };
	if (first)
		rcl_exec_anon(&f->lock, twice_cs, &cs, sizeof(cs));
	else
		twice_cs(&cs);
	if (second)
		rcl_lock(&f->lock);
	f->refs--;
	rcl_unlock(&f->lock);
}

int main(void)
{
	struct file f = { .lock = RCL_MUTEX_INITIALIZER(file_lock), .idle = RCL_COND_INITIALIZER, .blocks = 1 };

	for (int i = 0; i < 6; i++) {
		if (i % 2)
			rcl_lock(&f.lock);
		printf("%d ", file_open(&f, i % 2, 4));
		if (f.refs > 4)
			rcl_unlock(&f.lock);
	}
	for (int i = 0; i < 8; i++) {
		f.blocks = i < 4;
		if (i == 2)
			rcl_lock(&f.lock);
		printf("%d ", file_close(&f, i == 2 ? 1 : 0));
		if (i == 2)
			rcl_unlock(&f.lock);
	}
	printf("%d %d ", rounds(&f, 5), nothing(&f, 0));
	printf("%d %d\n", first_of_all(&f, 1, 1), first_of_all(&f, 0, 0));
	waits(&f, 1);
	rcl_lock(&f.lock);
	waits(&f, 0);
	printf("%d ", jumps(&f, 2, 1));
	twice(&f, 1, 0);
	twice(&f, 0, 1);
	printf("%d %d %d\n", f.refs, f.dead, calls);
	return 0;
}
