#include <pthread.h>
#include <stdio.h>

/* A branch ends with a release, or with a call that gives the lock back, and control goes on behind the if. */
struct file {
	pthread_mutex_t mutex;
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
	pthread_mutex_unlock(&f->mutex);
	discarded++;
	return f->users;
}

static int drop_block(struct file *f, int ret)
{
	int t_ret;

	pthread_mutex_lock(&f->mutex);
	if (--f->blocks == 0 && f->users == 0) {
		if ((t_ret = discard(f)) != 0 && ret == 0)
			ret = t_ret;
	} else
		pthread_mutex_unlock(&f->mutex);

	return ret;
}

static int drop_user(struct file *f)
{
	int left = -1;

	pthread_mutex_lock(&f->mutex);
	left = --f->users;
	if (left == 0)
		discard(f);
	else {
		f->blocks++;
		pthread_mutex_unlock(&f->mutex);
	}
	return left;
}

static int try_drop(struct file *f, int n)
{
	int i, left = 0;

	for (i = 0; i < n; i++) {
		pthread_mutex_lock(&f->mutex);
		left = f->blocks;
		if (left > 2)
			f->blocks--;
		else if (left == 2)
			pthread_mutex_unlock(&f->mutex);
		else {
			left = -1;
			pthread_mutex_unlock(&f->mutex);
		}
		if (left > 2)
			pthread_mutex_unlock(&f->mutex);
	}
	return left;
}

/* one way is left on which nobody has released: the program knows that it does not happen */
static int close_entry(struct file *f, struct entry *entries, int count, int id)
{
	int do_rem = 0, ret = 0;
	struct entry *e;

	pthread_mutex_lock(&f->mutex);
	if (id < count) {
		e = &entries[id];
		if (e->file == NULL && !e->deleted) {
			pthread_mutex_unlock(&f->mutex);
			goto done;
		}
		if (e->file != NULL) {
			do_rem = e->file->users;
			pthread_mutex_unlock(&f->mutex);
		} else if (e->deleted) {
			pthread_mutex_unlock(&f->mutex);
			if ((ret = discarded) > 5)
				goto done;
		}
	} else
		pthread_mutex_unlock(&f->mutex);

	ret += do_rem * 10;
done:
	return ret;
}

int main(void)
{
	struct file file = { PTHREAD_MUTEX_INITIALIZER, 3, 2, 0 };
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
