#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* A branch ends with a release, or with a call that gives the lock back, and control goes on behind the if. */
struct file {
	rcl_mutex_t mutex;
	int blocks;
	int users;
	int dead;
};

struct entry {
	struct file *file;
	int deleted;
};

static int discarded;

static int discard(struct file *f)
{
	f->dead = 1;
	rcl_unlock(&f->mutex);
	discarded++;
	return f->users;
}

struct drop_block_cs {   /* f->mutex, in.c:31-36 */
	struct file *f;  /* in */
};

static int drop_block_cs(void *ctx)
{
	struct drop_block_cs *cs = ctx;
	struct file *f = cs->f;

	if (--f->blocks == 0 && f->users == 0) {
		return RCL_KEEP | 1;
	} else {
		return 2;
	}
}

static int drop_block(struct file *f, int ret)
{
	int t_ret;

	struct drop_block_cs cs = { .f = f };
	int way = rcl_exec_anon(&f->mutex, drop_block_cs, &cs, sizeof(cs));

	if (way == 1) {
		if ((t_ret = discard(f)) != 0 && ret == 0)
			ret = t_ret;
	}

	return ret;
}

struct drop_user_cs {    /* f->mutex, in.c:45-51 */
	struct file *f;  /* in */
	int left;        /* out */
};

static int drop_user_cs(void *ctx)
{
	struct drop_user_cs *cs = ctx;
	struct file *f = cs->f;
	int left;

	left = --f->users;
	if (left == 0) {
		cs->left = left;
		return RCL_KEEP | 1;
	} else {
		f->blocks++;
		cs->left = left;
		return 2;
	}
}

static int drop_user(struct file *f)
{
	int left = -1;

	struct drop_user_cs cs = { .f = f };
	int way = rcl_exec_anon(&f->mutex, drop_user_cs, &cs, sizeof(cs));
	left = cs.left;

	if (way == 1)
		discard(f);
	return left;
}

static int try_drop(struct file *f, int n)
{
	int i, left = 0;

	for (i = 0; i < n; i++) {
		rcl_lock(&f->mutex);
		left = f->blocks;
		if (left > 2)
			f->blocks--;
		else if (left == 2)
			rcl_unlock(&f->mutex);
		else {
			left = -1;
			rcl_unlock(&f->mutex);
		}
		if (left > 2)
			rcl_unlock(&f->mutex);
	}
	return left;
}

struct close_entry_cs {         /* f->mutex, in.c:83-99 */
	struct entry *entries;  /* in */
	int count;              /* in */
	int id;                 /* in */
	int do_rem;             /* in-out */
};

static int close_entry_cs(void *ctx)
{
	struct close_entry_cs *cs = ctx;
	struct entry *entries = cs->entries;
	int count = cs->count;
	int id = cs->id;
	int do_rem = cs->do_rem;
	struct entry *e;

	if (id < count) {
		e = &entries[id];
		if (e->file == NULL && !e->deleted) {
			return 1;
		}
		if (e->file != NULL) {
			do_rem = e->file->users;
			cs->do_rem = do_rem;
			return 2;
		} else if (e->deleted) {
			cs->do_rem = do_rem;
			return 3;
		}
	} else {
		cs->do_rem = do_rem;
		return 2;
	}
	cs->do_rem = do_rem;
	return RCL_KEEP;
}

/* one way is left on which nobody has released: the program knows that it does not happen */
static int close_entry(struct file *f, struct entry *entries, int count, int id)
{
	int do_rem = 0, ret = 0;

	struct close_entry_cs cs = {
		.entries = entries,
		.count = count,
		.id = id,
		.do_rem = do_rem,
	};
	int way = rcl_exec_anon(&f->mutex, close_entry_cs, &cs, sizeof(cs));

	if (way == 1) {
		goto done;
	} else if (way == 2) {
		do_rem = cs.do_rem;
	} else if (way == 3) {
		do_rem = cs.do_rem;
		if ((ret = discarded) > 5)
			goto done;
	} else {
		do_rem = cs.do_rem;
	}

	ret += do_rem * 10;
done:
	return ret;
}

int main(void)
{
	struct file file = { RCL_MUTEX_INITIALIZER(file_mutex), 3, 2, 0 };
	struct entry entries[3] = { { &file, 0 }, { NULL, 1 }, { NULL, 0 } };

	printf("%d %d\n", drop_block(&file, 4), file.blocks);
	printf("%d %d\n", drop_user(&file), file.users);
	printf("%d %d\n", try_drop(&file, 4), file.blocks);
	printf("%d %d %d %d\n", close_entry(&file, entries, 3, 0), close_entry(&file, entries, 3, 1),
	       close_entry(&file, entries, 3, 2), close_entry(&file, entries, 3, 3));
	printf("%d %d\n", drop_user(&file), discarded);
	file.blocks = 1;
	printf("%d %d\n", drop_block(&file, 0), discarded);
	return 0;
}
