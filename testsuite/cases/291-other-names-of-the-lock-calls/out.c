#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef _WIN32
#define my_mutex_init(m, attributes) win32_init(m)
#define my_mutex_lock(m) win32_lock(m)
#else
#define my_mutex_t rcl_mutex_t
#define my_mutex_init pthread_mutex_init
#define my_mutex_destroy rcl_mutex_destroy
#define my_mutex_lock rcl_lock
#define my_mutex_trylock my_mutex_attempt
#define my_mutex_attempt rcl_trylock
#define my_mutex_unlock rcl_unlock
#define my_cond_t rcl_cond_t
#define my_cond_init rcl_cond_init
#define my_cond_wait rcl_cond_wait
#define my_cond_broadcast rcl_cond_broadcast
#endif

struct frame {
	my_mutex_t mutex;
	my_cond_t cv;
	int lines;
};

struct list {
	my_mutex_t mutex;
	int n;
};

static struct frame frames[2];
static struct list list;
#define FIRST frames[0]

struct put_cs {           /* f->mutex, in.c:38-41 */
	struct frame *f;  /* in */
	int n;            /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct frame *f = cs->f;
	int n = cs->n;

	f->lines = n;
	my_cond_broadcast( &f->cv );
	return 0;
}

static void put(struct frame *f, int n)
{
	struct put_cs cs = { .f = f, .n = n };
	rcl_exec_anon(&f->mutex, put_cs, &cs, sizeof(cs));
}

struct get_cs {           /* f->mutex, in.c:46-49 */
	struct frame *f;  /* in */
	int n;            /* in */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct frame *f = cs->f;
	int n = cs->n;

	if (f->lines < n)
		return rcl_wait(&f->cv, &f->mutex);
	return 0;
}

static void get(struct frame *f, int n)
{
	struct get_cs cs = { .f = f, .n = n };
	rcl_exec_waiting(&f->mutex, get_cs, &cs, sizeof(cs));
}

struct push_cs {  /* list.mutex, in.c:54-60 */
	int n;    /* in-out */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	int n = cs->n;

	if (n > list.n) {
		return 1;
	}
	n = ++list.n;
	cs->n = n;
	return 0;
}

static int push(int n)
{
	struct push_cs cs = { .n = n };
	if (rcl_exec_anon(&list.mutex, push_cs, &cs, sizeof(cs)) == 1)
		return -1;
	n = cs.n;
	return n;
}

struct attempt_cs {       /* f->mutex, in.c:66-69 */
	struct frame *f;  /* in */
};

static int attempt_cs(void *ctx)
{
	struct attempt_cs *cs = ctx;
	struct frame *f = cs->f;

	f->lines--;
	return 0;
}

static int attempt(struct frame *f)
{
	struct attempt_cs cs = { .f = f };
	if (rcl_tryexec(&f->mutex, attempt_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct first_cs {   /* FIRST.mutex, in.c:77-79 */
	int lines;  /* out */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	int lines;

	lines = FIRST.lines;
	cs->lines = lines;
	return 0;
}

static int first(void)
{
	int lines;

	struct first_cs cs;
	rcl_exec_anon(&FIRST.mutex, first_cs, &cs, sizeof(cs));
	lines = cs.lines;
	return lines;
}

static int new_frame(struct frame *f)
{
	if (rcl_mutex_init( &f->mutex, NULL, frame_mutex ))
		return -1;
	return my_cond_init( &f->cv, NULL );
}

int main(void)
{
	if (new_frame(&frames[0]) || new_frame(&frames[1]) || rcl_mutex_init(&list.mutex, NULL, list_mutex))
		return 1;
	put(&frames[0], 3);
	get(&frames[0], 2);
	put(&frames[1], first());
	printf("%d %d %d %d\n", attempt(&frames[1]), frames[1].lines, push(0), push(7));
	my_mutex_destroy(&list.mutex);
	return 0;
}
