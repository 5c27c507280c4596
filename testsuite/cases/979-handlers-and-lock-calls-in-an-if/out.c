/* Clean-up handlers around a section, and lock calls in an #if beside others. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t locks[2] = { RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks) };
static int shared = 3;

#define LOCKED
#define POP_IT() pthread_cleanup_pop(1)

static void release(void *lock)
{
	rcl_unlock(lock);
}

static void take_again(void *lock)
{
	rcl_lock(lock);
}

struct handler_of_another_behind_other_cs {  /* other, in.c:28-30 */
	int n;                               /* in */
};

static int handler_of_another_behind_other_cs(void *ctx)
{
	struct handler_of_another_behind_other_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return 0;
}

struct handler_of_another_behind_m_cs {  /* m, in.c:25-31 */
	int n;                           /* in */
};

static int handler_of_another_behind_m_cs(void *ctx)
{
	struct handler_of_another_behind_m_cs *cs = ctx;
	int n = cs->n;

	pthread_cleanup_push(release, &other);
	shared += n;
	struct handler_of_another_behind_other_cs other_cs = { .n = n };
	rcl_exec_anon(&other, handler_of_another_behind_other_cs, &other_cs, sizeof(other_cs));
	pthread_cleanup_pop(0);
	return 0;
}

static int handler_of_another_behind(int n)
{
	struct handler_of_another_behind_m_cs cs = { .n = n };
	rcl_exec(&m, handler_of_another_behind_m_cs, &cs, sizeof(cs));
	return 0;
}

static int handler_after_a_comment(int n)
{
	rcl_lock(&m);
	/* from here on */
	pthread_cleanup_push(release, &m);
	shared += n;
	pthread_cleanup_pop(1);
	return 0;
}

static int handler_not_run_and_more(int n)
{
	rcl_lock(&m);
	pthread_cleanup_push(release, &m);
	shared += n;
	pthread_cleanup_pop(0);
	shared--;
	rcl_unlock(&m);
	return 0;
}

static int handler_of_nothing(int n)
{
	rcl_lock(&m);
	pthread_cleanup_push(release, &m);
	pthread_cleanup_pop(0);
	rcl_unlock(&m);
	return 0;
}

static int handler_popped_by_a_macro(int n)
{
	rcl_lock(&m);
	pthread_cleanup_push(release, &m);
	shared += n;
	POP_IT();
	return 0;
}

static int handler_of_another_number(int n)
{
	pthread_cleanup_push(release, &locks[n]);
	n = n * 1;
	rcl_lock(&locks[n]);
	shared++;
	pthread_cleanup_pop(1);
	return 0;
}

static int handler_takes_again_in_loop(int n)
{
	rcl_lock(&m);
	while (shared) {
		rcl_unlock(&m);
		pthread_cleanup_push(take_again, &m);
		usleep(n);
		pthread_cleanup_pop(1);
		shared--;
	}
	rcl_unlock(&m);
	return 0;
}

struct in_one_build_cs {  /* m, in.c:100-108 */
	int n;            /* in */
};

static int in_one_build_cs(void *ctx)
{
	struct in_one_build_cs *cs = ctx;
	int n = cs->n;

	shared++;
#ifndef MORE
	shared += n;
#endif
	return 0;
}

static int in_one_build(int n)
{
	struct in_one_build_cs cs = { .n = n };
#ifndef ALONE
	rcl_exec_anon(&m, in_one_build_cs, &cs, sizeof(cs));
#else
	in_one_build_cs(&cs);
#endif
	return 0;
}

struct in_one_build_if_cs {  /* m, in.c:115-123 */
	int n;               /* in */
};

static int in_one_build_if_cs(void *ctx)
{
	struct in_one_build_if_cs *cs = ctx;
	int n = cs->n;

	shared++;
#if !defined MORE
	shared += n;
#endif
	return 0;
}

static int in_one_build_if(int n)
{
	struct in_one_build_if_cs cs = { .n = n };
#if !defined ALONE
	rcl_exec_anon(&m, in_one_build_if_cs, &cs, sizeof(cs));
#else
	in_one_build_if_cs(&cs);
#endif
	return 0;
}

struct in_one_build_ifdef_cs {  /* m, in.c:130-138 */
	int n;                  /* in */
};

static int in_one_build_ifdef_cs(void *ctx)
{
	struct in_one_build_ifdef_cs *cs = ctx;
	int n = cs->n;

	shared++;
#ifdef MORE
	shared += n;
#endif
	(void)n;
	return 0;
}

static int in_one_build_ifdef(int n)
{
	struct in_one_build_ifdef_cs cs = { .n = n };
#ifdef LOCKED
	rcl_exec_anon(&m, in_one_build_ifdef_cs, &cs, sizeof(cs));
#else
	in_one_build_ifdef_cs(&cs);
#endif
	return 0;
}

struct in_one_build_same_cs {  /* m, in.c:145-158 */
	int n;                 /* in */
};

static int in_one_build_same_cs(void *ctx)
{
	struct in_one_build_same_cs *cs = ctx;
	int n = cs->n;

	shared++;
#ifdef LOCKED
	shared += n;
#endif
#ifdef MORE
	shared += n;
#else
	shared -= n;
#endif
	return 0;
}

static int in_one_build_same(int n)
{
	struct in_one_build_same_cs cs = { .n = n };
#ifdef LOCKED
	rcl_exec_anon(&m, in_one_build_same_cs, &cs, sizeof(cs));
#else
	in_one_build_same_cs(&cs);
#endif
	return 0;
}

static int in_one_build_else(int n)
{
#ifdef LOCKED
	rcl_lock(&m);
#endif
	shared++;
#ifdef LOCKED
	shared += n;
#else
	shared -= n;
#endif
#ifdef LOCKED
	rcl_unlock(&m);
#endif
	return 0;
}

static int in_one_build_otherwise(int n)
{
#ifdef LOCKED
	rcl_lock(&m);
#endif
	shared++;
#if defined(LOCKED) && defined(MORE)
	shared += n;
#endif
#ifdef LOCKED
	rcl_unlock(&m);
#endif
	return 0;
}

struct in_one_build_and_a_tail_cs {  /* m, in.c:197-214 */
	int n;                       /* in */
};

static int in_one_build_and_a_tail_cs(void *ctx)
{
	struct in_one_build_and_a_tail_cs *cs = ctx;
	int n = cs->n;

	shared++;
	if (n) {
		return 1;
	}
	shared++;
	return 0;
}

static int in_one_build_and_a_tail(int n)
{
	struct in_one_build_and_a_tail_cs cs = { .n = n };
	int way;
#ifdef LOCKED
	way = rcl_exec_anon(&m, in_one_build_and_a_tail_cs, &cs, sizeof(cs));
#else
	way = in_one_build_and_a_tail_cs(&cs);
#endif
	if (way == 1) {
#ifdef LOCKED
		n++;
#else
		n--;
#endif
		return n;
	}
	return 0;
}

int main(void)
{
	printf("%d %d\n", handler_of_another_behind(1), shared);
	printf("%d %d\n", handler_after_a_comment(1), shared);
	printf("%d %d\n", handler_not_run_and_more(1), shared);
	printf("%d %d\n", handler_of_nothing(1), shared);
	printf("%d %d\n", handler_popped_by_a_macro(1), shared);
	printf("%d %d\n", handler_of_another_number(1), shared);
	printf("%d %d\n", handler_takes_again_in_loop(1), shared);
	printf("%d %d\n", in_one_build(1), shared);
	printf("%d %d\n", in_one_build_if(1), shared);
	printf("%d %d\n", in_one_build_ifdef(1), shared);
	printf("%d %d\n", in_one_build_same(1), shared);
	printf("%d %d\n", in_one_build_else(1), shared);
	printf("%d %d\n", in_one_build_otherwise(1), shared);
	printf("%d %d\n", in_one_build_and_a_tail(1), shared);
	return 0;
}
