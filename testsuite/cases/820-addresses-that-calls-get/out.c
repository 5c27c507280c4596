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

struct by_the_call_cs {  /* f->lock, in.c:61-64 */
	struct file *f;  /* in */
};

static int by_the_call_cs(void *ctx)
{
	struct by_the_call_cs *cs = ctx;
	struct file *f = cs->f;

	f->used++;
	drop(&f->lock);
	return RCL_KEEP;
}

/* And these change the condition: the release is not made. */
static int by_the_call(struct file *f)
{
	struct by_the_call_cs cs = { .f = f };
	if (f->lock)
		rcl_exec_anon(f->lock, by_the_call_cs, &cs, sizeof(cs));
	else
		by_the_call_cs(&cs);
	if (f->lock)
		rcl_unlock(f->lock);
	return f->used;
}

struct by_a_parameter_cs {   /* f->spare, in.c:72-75 */
	struct file *f;      /* in */
	rcl_mutex_t **lock;  /* in */
};

static int by_a_parameter_cs(void *ctx)
{
	struct by_a_parameter_cs *cs = ctx;
	struct file *f = cs->f;
	rcl_mutex_t **lock = cs->lock;

	f->used++;
	*lock = NULL;
	return RCL_KEEP;
}

static int by_a_parameter(struct file *f, rcl_mutex_t **lock)
{
	struct by_a_parameter_cs cs = { .f = f, .lock = lock };
	if (f->spare)
		rcl_exec_anon(f->spare, by_a_parameter_cs, &cs, sizeof(cs));
	else
		by_a_parameter_cs(&cs);
	if (f->spare)
		rcl_unlock(f->spare);
	return f->used;
}

struct by_what_is_kept_cs {  /* f->kept, in.c:83-86 */
	struct file *f;      /* in */
};

static int by_what_is_kept_cs(void *ctx)
{
	struct by_what_is_kept_cs *cs = ctx;
	struct file *f = cs->f;

	f->used++;
	*remembered = NULL;
	return RCL_KEEP;
}

static int by_what_is_kept(struct file *f)
{
	struct by_what_is_kept_cs cs = { .f = f };
	if (f->kept)
		rcl_exec_anon(f->kept, by_what_is_kept_cs, &cs, sizeof(cs));
	else
		by_what_is_kept_cs(&cs);
	if (f->kept)
		rcl_unlock(f->kept);
	return f->used;
}

struct by_a_result_cs {    /* f->other, in.c:94-97 */
	struct file *f;    /* in */
	rcl_mutex_t **of;  /* in */
};

static int by_a_result_cs(void *ctx)
{
	struct by_a_result_cs *cs = ctx;
	struct file *f = cs->f;
	rcl_mutex_t **of = cs->of;

	f->used++;
	*of = NULL;
	return RCL_KEEP;
}

static int by_a_result(struct file *f, rcl_mutex_t **of)
{
	struct by_a_result_cs cs = { .f = f, .of = of };
	if (f->other)
		rcl_exec_anon(f->other, by_a_result_cs, &cs, sizeof(cs));
	else
		by_a_result_cs(&cs);
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
