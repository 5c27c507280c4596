#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), inner = RCL_MUTEX_INITIALIZER(inner);
static rcl_cond_t cond = RCL_COND_INITIALIZER;
static int waiting, ready, cleaned, count;

static void clean(void *arg)
{
	cleaned++;
	rcl_unlock(arg);
}

static void note(void *arg)
{
	++*(int *)arg;
}

/* lock, in.c:26-27 */
static int take_cs(void *ctx)
{
	waiting++;
	return RCL_KEEP;
}

/* A handler is there for as long as its function is. */
static int take(int n)
{
	int got;

	rcl_exec_anon(&lock, take_cs, NULL, 0);
	pthread_cleanup_push(clean, &lock);
	while (!ready)
		rcl_cond_wait(&cond, &lock);
	pthread_cleanup_pop(0);
	got = n + ready--;
	waiting--;
	rcl_unlock(&lock);
	return got;
}

/* lock, in.c:42-43 */
static int noted_cs(void *ctx)
{
	waiting++;
	return RCL_KEEP;
}

static int noted(int n)
{
	int left = 0;

	rcl_exec_anon(&lock, noted_cs, NULL, 0);
	pthread_cleanup_push(note, &left);
	count += n;
	if (!ready)
		rcl_cond_wait(&cond, &lock);
	count -= n;
	pthread_cleanup_pop(1);
	ready--;
	waiting--;
	rcl_unlock(&lock);
	return left;
}

struct added_cs {   /* lock, in.c:61-65 */
	int n;      /* in */
	int *left;  /* by reference */
};

static int added_cs(void *ctx)
{
	struct added_cs *cs = ctx;
	int n = cs->n;
	int *left = cs->left;

	pthread_cleanup_push(note, left);
	count += n;
	pthread_cleanup_pop(1);
	return 0;
}

/* Nothing waits there. */
static int added(int n)
{
	int left = 0;

	struct added_cs cs = { .n = n, .left = &left };
	rcl_exec(&lock, added_cs, &cs, sizeof(cs));
	return left;
}

static void release(rcl_mutex_t **mutex)
{
	rcl_unlock(*mutex);
}

static rcl_mutex_t *locked(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

struct guarded_inner_cs {  /* inner, in.c:86-92 */
	int n;             /* in */
};

static int guarded_inner_cs(void *ctx)
{
	struct guarded_inner_cs *cs = ctx;
	int n = cs->n;

	count += n;
	if (!ready)
		rcl_cond_wait(&cond, &lock);
	count += n;
	return 0;
}

struct guarded_lock_cs {  /* lock, in.c:83-95 */
	int n;            /* in */
};

static int guarded_lock_cs(void *ctx)
{
	struct guarded_lock_cs *cs = ctx;
	int n = cs->n;

	waiting++;
	{
		struct guarded_inner_cs inner_cs = { .n = n };
		rcl_exec_blocking(&inner, guarded_inner_cs, &inner_cs, sizeof(inner_cs));
	}
	ready--;
	waiting--;
	return 0;
}

/* Nor does the other lock go back because this one waits. */
static int guarded(int n)
{
	struct guarded_lock_cs cs = { .n = n };
	rcl_exec_blocking(&lock, guarded_lock_cs, &cs, sizeof(cs));
	return n;
}

struct guarded_in_place_cs {  /* lock, in.c:102-115 */
	int n;                /* in */
};

static int guarded_in_place_cs(void *ctx)
{
	struct guarded_in_place_cs *cs = ctx;
	int n = cs->n;

	waiting++;
	{
		/* rcl: keep -- to be looked at */
		__attribute__((cleanup(release))) rcl_mutex_t *guard = locked(&inner);

		count += n;
		if (!ready)
			rcl_cond_wait(&cond, &lock);
		count += n;
	}
	ready--;
	waiting--;
	return 0;
}

/* A guard that is kept where it is goes with its scope, too. */
static int guarded_in_place(int n)
{
	struct guarded_in_place_cs cs = { .n = n };
	rcl_exec_blocking(&lock, guarded_in_place_cs, &cs, sizeof(cs));
	return n;
}

static void *taking(void *arg)
{
	int *n = arg;

	*n = take(*n);
	return NULL;
}

static void *noting(void *arg)
{
	int *n = arg;

	*n = noted(*n);
	return NULL;
}

static void *guarding(void *arg)
{
	int *n = arg;

	*n = guarded(*n);
	return NULL;
}

static void *guarding_in_place(void *arg)
{
	int *n = arg;

	*n = guarded_in_place(*n);
	return NULL;
}

struct waits_cs {  /* lock, in.c:155-157 */
	int n;     /* out */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	int n;

	n = waiting;
	cs->n = n;
	return 0;
}

static int waits(void)
{
	int n;

	struct waits_cs cs;
	rcl_exec_anon(&lock, waits_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct let_go_cs {  /* lock, in.c:163-166 */
	int n;      /* in */
};

static int let_go_cs(void *ctx)
{
	struct let_go_cs *cs = ctx;
	int n = cs->n;

	ready = n;
	rcl_cond_broadcast(&cond);
	return 0;
}

static void let_go(int n)
{
	struct let_go_cs cs = { .n = n };
	rcl_exec_anon(&lock, let_go_cs, &cs, sizeof(cs));
}

int main(void)
{
	void *(*const starts[])(void *) = {taking, noting, guarding, guarding_in_place};
	pthread_t thread;

	for (int i = 0; i < 4; i++) {
		int n = i + 5, free;

		pthread_create(&thread, NULL, starts[i], &n);
		while (!waits())
			usleep(1000);
		free = rcl_trylock(&inner) == 0;
		if (free)
			rcl_unlock(&inner);
		let_go(1);
		pthread_join(thread, NULL);
		printf("%d %d %d %d %d\n", n, free, ready, count, added(1));
	}
	pthread_create(&thread, NULL, taking, &(int){1});
	while (!waits())
		usleep(1000);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	printf("%d %d\n", cleaned, waits());
	return 0;
}
