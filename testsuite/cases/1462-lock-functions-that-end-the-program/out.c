#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct box {
	rcl_mutex_t lock;
	int n, closed;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 0, 0 };
static jmp_buf stop;
static int stopping, ended;

static rcl_mutex_t *box_mutex(struct box *b)
{
	return &b->lock;
}

static void box_lock_ahead(void)
{
	if (stopping)
		exit(0);
}

static rcl_mutex_t *box_enter_mutex(struct box *b)
{
	return &b->lock;
}

static void box_enter_held(struct box *b)
{
	if (b->n > 1)
		exit(0);
}

static rcl_mutex_t *box_jump_mutex(struct box *b)
{
	return &b->lock;
}

static void box_jump_ahead(void)
{
	if (stopping)
		longjmp(stop, 1);
}

static rcl_mutex_t *box_end_mutex(struct box *b)
{
	return &b->lock;
}

static void box_end_ahead(struct box *b)
{
	if (b->closed)
		pthread_exit(NULL);
}

static void end(int how)
{
	ended++;
	exit(how);
}

static rcl_mutex_t *box_last_mutex(struct box *b)
{
	return &b->lock;
}

static void box_last_ahead(void)
{
	if (stopping)
		end(0);
}

#define check(what) (void) ({ if (!(what)) { failed(#what); end(1); } })

static rcl_mutex_t *box_check_mutex(struct box *b)
{
	return &b->lock;
}

static rcl_mutex_t *box_named_mutex(struct box *b)
{
	return &b->lock;
}

static void box_named_ahead(const char *name)
{
	if (name == NULL)
		exit(0);
}

#define BOX_LOCK(b) do { if (stopping) exit(0); rcl_lock(&(b)->lock); } while (0)
#define BOX_LOCK_AHEAD(b) do { if (stopping) exit(0); } while (0)
#define BOX_ENTER(b) do { rcl_lock(&(b)->lock); if (stopping) exit(0); } while (0)
#define BOX_ENTER_HELD(b) do { if (stopping) exit(0); } while (0)

struct by_lock_cs {  /* box.lock, in.c:104-106 */
	int n;       /* out */
};

static int by_lock_cs(void *ctx)
{
	struct by_lock_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_lock(void)
{
	int n;

	struct by_lock_cs cs;
	box_lock_ahead();
	rcl_exec_anon(box_mutex(&box), by_lock_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_enter_cs {  /* box.lock, in.c:114-116 */
	int n;        /* out */
};

static int by_enter_cs(void *ctx)
{
	struct by_enter_cs *cs = ctx;
	int n;

	box_enter_held(&box);
	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_enter(void)
{
	int n;

	struct by_enter_cs cs;
	rcl_exec(box_enter_mutex(&box), by_enter_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_jump_cs {  /* box.lock, in.c:124-126 */
	int n;       /* out */
};

static int by_jump_cs(void *ctx)
{
	struct by_jump_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_jump(void)
{
	int n;

	struct by_jump_cs cs;
	box_jump_ahead();
	rcl_exec_anon(box_jump_mutex(&box), by_jump_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_end_cs {  /* box.lock, in.c:134-136 */
	int n;      /* out */
};

static int by_end_cs(void *ctx)
{
	struct by_end_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_end(void)
{
	int n;

	struct by_end_cs cs;
	box_end_ahead(&box);
	rcl_exec_anon(box_end_mutex(&box), by_end_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_last_cs {  /* box.lock, in.c:144-146 */
	int n;       /* out */
};

static int by_last_cs(void *ctx)
{
	struct by_last_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_last(void)
{
	int n;

	struct by_last_cs cs;
	box_last_ahead();
	rcl_exec_anon(box_last_mutex(&box), by_last_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_check_cs {  /* box.lock, in.c:154-156 */
	int n;        /* out */
};

static int by_check_cs(void *ctx)
{
	struct by_check_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_check(void)
{
	int n;

	struct by_check_cs cs;
	rcl_exec_anon(box_check_mutex(&box), by_check_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_name_cs {  /* box.lock, in.c:164-166 */
	int n;       /* out */
};

static int by_name_cs(void *ctx)
{
	struct by_name_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_name(const char *name)
{
	int n;

	struct by_name_cs cs;
	box_named_ahead(name);
	rcl_exec_anon(box_named_mutex(&box), by_name_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_macro_cs {  /* box.lock, in.c:174-176 */
	int n;        /* out */
};

static int by_macro_cs(void *ctx)
{
	struct by_macro_cs *cs = ctx;
	int n;

	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_macro(void)
{
	int n;

	struct by_macro_cs cs;
	BOX_LOCK_AHEAD(&box);
	rcl_exec_anon(&box.lock, by_macro_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_macro_behind_cs {  /* box.lock, in.c:184-186 */
	int n;               /* out */
};

static int by_macro_behind_cs(void *ctx)
{
	struct by_macro_behind_cs *cs = ctx;
	int n;

	BOX_ENTER_HELD(&box);
	n = ++box.n;
	cs->n = n;
	return 0;
}

static int by_macro_behind(void)
{
	int n;

	struct by_macro_behind_cs cs;
	rcl_exec(&box.lock, by_macro_behind_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static int jumping(void)
{
	return setjmp(stop) ? -1 : by_jump();
}

static int named(void)
{
	return by_name(stopping ? NULL : "box");
}

static void *thread(void *arg)
{
	(void)arg;
	by_end();
	stopping = 0;
	return NULL;
}

static int in_thread(void)
{
	pthread_t id;

	box.closed = stopping;
	pthread_create(&id, NULL, thread, NULL);
	pthread_join(id, NULL);
	box.closed = 0;
	return stopping;
}

/* What a function gives, and how the program ends with it. */
static void report(const char *what, int (*call)(void))
{
	int status;

	for (stopping = 0; stopping < 2; stopping++) {
		fflush(stdout);
		if (fork() == 0) {
			box.n += 2 * stopping;
			printf("%s %d\n", what, call());
			exit(3);
		}
		wait(&status);
		printf("%d\n", WEXITSTATUS(status));
	}
}

int main(void)
{
	report("lock", by_lock);
	report("enter", by_enter);
	report("jump", jumping);
	report("thread", in_thread);
	report("last", by_last);
	report("check", by_check);
	report("name", named);
	report("macro", by_macro);
	report("macro behind", by_macro_behind);
	printf("%d\n", box.n);
	return 0;
}
