/* Loops that wait for a condition at the beginning of a section, and what is left of it by several ways. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t grown = PTHREAD_COND_INITIALIZER;
static int filled, asked, left, failed;

struct job {
	int tries;
};

#define UNTIL(c) while (!(c))

static void fill(void)
{
	pthread_mutex_lock(&m);
	filled++;
	pthread_mutex_unlock(&m);
	pthread_cond_broadcast(&grown);
}

static void in_braces(int n)
{
	pthread_mutex_lock(&m);
	while (filled < n) {
		pthread_cond_wait(&grown, &m);
	}
	left += n;
	pthread_mutex_unlock(&m);
}

static void behind_nothing(int n)
{
	pthread_mutex_lock(&m);
	;
	while (filled < n)
		pthread_cond_wait(&grown, &m);
	left += n;
	pthread_mutex_unlock(&m);
}

static void with_for(int n)
{
	pthread_mutex_lock(&m);
	for (; filled < n;)
		pthread_cond_wait(&grown, &m);
	left += n;
	pthread_mutex_unlock(&m);
}

static void by_a_macro(int n)
{
	pthread_mutex_lock(&m);
	UNTIL(filled >= n)
		pthread_cond_wait(&grown, &m);
	left += n;
	pthread_mutex_unlock(&m);
}

/* begun again, it would count anew */
static int so_often(int tries)
{
	pthread_mutex_lock(&m);
	while (tries-- > 0 && filled < 2)
		pthread_cond_wait(&grown, &m);
	left++;
	pthread_mutex_unlock(&m);
	return tries > -2;
}

static void so_often_there(struct job *job)
{
	pthread_mutex_lock(&m);
	while (job->tries++ < 100000000 && filled < 2)
		pthread_cond_wait(&grown, &m);
	left++;
	pthread_mutex_unlock(&m);
}

static void counted(void)
{
	pthread_mutex_lock(&m);
	while (asked++ >= 0 && filled < 2)
		pthread_cond_wait(&grown, &m);
	left++;
	pthread_mutex_unlock(&m);
}

static void in_one_build(int n)
{
	pthread_mutex_lock(&m);
	left++;
#ifndef NEVER_WAITS
	pthread_cond_signal(&grown);
#endif
#ifdef ALWAYS_WAITS
	pthread_cond_wait(&grown, &m);
#endif
	left += n;
	pthread_mutex_unlock(&m);
}

static void release(void *lock)
{
	pthread_mutex_unlock(lock);
}

static void under_a_handler(int n)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(release, &m);
	while (filled < n)
		pthread_cond_wait(&grown, &m);
	left += n;
	pthread_cleanup_pop(1);
}

/* the way out with a return must not come by what uses the last result */
static void result_behind_a_return(int n)
{
	pthread_mutex_lock(&m);
	if (n) {
		left++;
		pthread_mutex_unlock(&m);
		return;
	}
	left += 10;
	failed = pthread_mutex_unlock(&m) + 1;
}

static void gives_back(int c)
{
	if (c > 1)
		left++;
	pthread_mutex_unlock(&m);
}

static int handed_by_either(int c)
{
	pthread_mutex_lock(&m);
	if (c) {
		left++;
		if (c > 3)
			gives_back(1);
		else
			gives_back(2);
		return 1;
	}
	left--;
	pthread_mutex_unlock(&m);
	return 0;
}

static int answered(int n)
{
	int busy = pthread_mutex_trylock(&m);

	if (busy == 0) {
		busy = n;
		left += busy;
		pthread_mutex_unlock(&m);
	}
	return 1;
}

static void *filling(void *nothing)
{
	for (int i = 0; i < 3; i++)
		fill();
	return nothing;
}

int main(void)
{
	struct job job = {0};
	pthread_t thread;

	pthread_create(&thread, NULL, filling, NULL);
	in_braces(1);
	behind_nothing(2);
	with_for(3);
	by_a_macro(3);
	int often = so_often(100000000);
	so_often_there(&job);
	counted();
	in_one_build(1);
	under_a_handler(3);
	pthread_join(thread, NULL);
	result_behind_a_return(1);
	printf("%d %d %d %d\n", left, failed, often, asked > 0 && job.tries > 0);
	result_behind_a_return(0);
	printf("%d %d %d\n", handed_by_either(0), handed_by_either(2), handed_by_either(4));
	printf("%d %d %d\n", answered(3), left, failed);
	return 0;
}
