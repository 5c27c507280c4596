/* Clean-up handlers around a section, and lock calls in an #if beside others. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int shared = 3;

#define LOCKED
#define POP_IT() pthread_cleanup_pop(1)

static void release(void *lock)
{
	pthread_mutex_unlock(lock);
}

static void take_again(void *lock)
{
	pthread_mutex_lock(lock);
}

static int handler_of_another_behind(int n)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(release, &other);
	shared += n;
	pthread_mutex_lock(&other);
	shared += n;
	pthread_cleanup_pop(1);
	pthread_mutex_unlock(&m);
	return 0;
}

static int handler_after_a_comment(int n)
{
	pthread_mutex_lock(&m);
	/* from here on */
	pthread_cleanup_push(release, &m);
	shared += n;
	pthread_cleanup_pop(1);
	return 0;
}

static int handler_not_run_and_more(int n)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(release, &m);
	shared += n;
	pthread_cleanup_pop(0);
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

static int handler_of_nothing(int n)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(release, &m);
	pthread_cleanup_pop(0);
	pthread_mutex_unlock(&m);
	return 0;
}

static int handler_popped_by_a_macro(int n)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(release, &m);
	shared += n;
	POP_IT();
	return 0;
}

static int handler_of_another_number(int n)
{
	pthread_cleanup_push(release, &locks[n]);
	n = n * 1;
	pthread_mutex_lock(&locks[n]);
	shared++;
	pthread_cleanup_pop(1);
	return 0;
}

static int handler_takes_again_in_loop(int n)
{
	pthread_mutex_lock(&m);
	while (shared) {
		pthread_mutex_unlock(&m);
		pthread_cleanup_push(take_again, &m);
		usleep(n);
		pthread_cleanup_pop(1);
		shared--;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

static int in_one_build(int n)
{
#ifndef ALONE
	pthread_mutex_lock(&m);
#endif
	shared++;
#ifndef MORE
	shared += n;
#endif
#ifndef ALONE
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int in_one_build_if(int n)
{
#if !defined ALONE
	pthread_mutex_lock(&m);
#endif
	shared++;
#if !defined MORE
	shared += n;
#endif
#if !defined ALONE
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int in_one_build_ifdef(int n)
{
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	shared++;
#ifdef MORE
	shared += n;
#endif
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int in_one_build_same(int n)
{
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	shared++;
#ifdef LOCKED
	shared += n;
#endif
#ifdef MORE
	shared += n;
#else
	shared -= n;
#endif
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int in_one_build_else(int n)
{
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	shared++;
#ifdef LOCKED
	shared += n;
#else
	shared -= n;
#endif
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int in_one_build_otherwise(int n)
{
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	shared++;
#if defined(LOCKED) && defined(MORE)
	shared += n;
#endif
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int in_one_build_and_a_tail(int n)
{
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	shared++;
	if (n) {
#ifdef LOCKED
		pthread_mutex_unlock(&m);
#endif
#ifdef LOCKED
		n++;
#else
		n--;
#endif
		return n;
	}
	shared++;
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
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
