#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct file {
	rcl_mutex_t *lock, *spare, *kept, *other;
	char buffer[8];
	int used;
};

static rcl_mutex_t made[4];
static rcl_mutex_t **remembered;
static int count;

/* What gets the address of a field sets the field, or asks for it, and nobody has the address when it returns. */
static void create(rcl_mutex_t **lock, int reuse)
{
	if (reuse && lock != NULL && *lock)
		return;
	*lock = &made[count++];
	rcl_mutex_init(*lock, NULL, made);
}

static void create_again(rcl_mutex_t **lock)
{
	if (!lock)
		return;
	create((lock), 1);
}

static void drop(rcl_mutex_t **lock)
{
	*lock = NULL;
}

/* These keep it, or give it back. */
static void keep(rcl_mutex_t **lock)
{
	remembered = lock;
}

static rcl_mutex_t **same(rcl_mutex_t **lock)
{
	return lock;
}

struct put_cs {          /* f->lock, in.c:49-54 */
	struct file *f;  /* in */
	char *to;        /* in */
	long *where;     /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct file *f = cs->f;
	char *to = cs->to;
	long *where = cs->where;

	*to = 'a' + f->used % 26;
	*where = ++f->used;
	return 0;
}

static int put(struct file *f, char *to, long *where)
{
	struct put_cs cs = { .f = f, .to = to, .where = where };
	if (f->lock)
		rcl_exec_anon(f->lock, put_cs, &cs, sizeof(cs));
	else
		put_cs(&cs);
	return f->used;
}

/* And these change the condition: the release is not made. */
static int by_the_call(struct file *f)
{
	if (f->lock)
		rcl_lock(f->lock);
	f->used++;
	drop(&f->lock);
	if (f->lock)
		rcl_unlock(f->lock);
	return f->used;
}

static int by_a_parameter(struct file *f, rcl_mutex_t **lock)
{
	if (f->spare)
		rcl_lock(f->spare);
	f->used++;
	*lock = NULL;
	if (f->spare)
		rcl_unlock(f->spare);
	return f->used;
}

static int by_what_is_kept(struct file *f)
{
	if (f->kept)
		rcl_lock(f->kept);
	f->used++;
	*remembered = NULL;
	if (f->kept)
		rcl_unlock(f->kept);
	return f->used;
}

static int by_a_result(struct file *f, rcl_mutex_t **of)
{
	if (f->other)
		rcl_lock(f->other);
	f->used++;
	*of = NULL;
	if (f->other)
		rcl_unlock(f->other);
	return f->used;
}

static void held(const char *what, rcl_mutex_t *lock)
{
	printf("%s %d\n", what, rcl_trylock(lock) != 0);
	rcl_unlock(lock);
}

int main(void)
{
	struct file file = { .used = 0 }, bare = { .used = 7 };
	rcl_mutex_t *first, *second;
	char letter;
	long number;

	create_again(&file.lock);
	create_again(&file.lock);
	create(&file.spare, 0);
	create(&file.kept, 0);
	create(&file.other, 0);
	keep(&file.kept);
	for (int i = 0; i < 3; i++) {
		put(&file, &letter, &number);
		put(&bare, &letter, &number);
		printf("%c %ld\n", letter, number);
	}
	held("put", file.lock);
	first = file.lock;
	by_the_call(&file);
	held("by the call", first);
	second = file.spare;
	by_a_parameter(&file, &file.spare);
	held("by a parameter", second);
	first = file.kept;
	by_what_is_kept(&file);
	held("by what is kept", first);
	first = file.other;
	by_a_result(&file, same(&file.other));
	held("by a result", first);
	printf("%d\n", file.used);
	return 0;
}
