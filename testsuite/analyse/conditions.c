/* Where a section waits for a condition, and in which words. */
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static mtx_t plain;
static cnd_t grown;
static int shared;

#define WAIT(c) pthread_cond_wait(c, &m)
#define WAIT_ALL() pthread_cond_wait(&filled, &m)
#define CHECKED(call) if (call) shared++
#define when if

int waits_behind_a_cut(int n)
{
	pthread_t thread;
	pthread_mutex_lock(&m); /* waits_behind_a_cut_cs none | | ! */
	shared++;
	pthread_create(&thread, NULL, NULL, NULL);
	while (shared < n)
		pthread_cond_wait(&filled, &m);
	pthread_mutex_unlock(&m);
	return 0;
}

int waits_with_another(int n)
{
	pthread_mutex_lock(&m); /* waits_with_another_m_cs none waits | n in | */
	shared++;
	pthread_mutex_lock(&other); /* waits_with_another_other_cs none waits | n in | */
	while (shared < n)
		pthread_cond_wait(&filled, &m);
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return 0;
}

int waits_with_another_at_once(int n)
{
	pthread_mutex_lock(&m);pthread_mutex_lock(&other); /* waits_with_another_at_once_other_cs none waits | n in | */
	shared++;
	while (shared < n)
		pthread_cond_wait(&filled, &m);
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return 0;
}

int waits_perhaps_with_another(int n)
{
	if (n)
		pthread_mutex_lock(&other); /* waits_perhaps_with_another_other_1_cs none waits | | */
	pthread_mutex_lock(&m); /* waits_perhaps_with_another_m_cs none | | */
	shared++;
	while (shared < 3)
		pthread_cond_wait(&filled, &m);
	pthread_mutex_unlock(&m);
	if (n)
		pthread_mutex_unlock(&other);
	pthread_mutex_lock(&other); /* waits_perhaps_with_another_other_2_cs none | | */
	shared++;
	pthread_mutex_unlock(&other);
	return 0;
}

int waits_in_an_expression(int n)
{
	pthread_mutex_lock(&m); /* waits_in_an_expression_cs none waits | n in-out | */
	shared++;
	n += ({ pthread_cond_wait(&filled, &m); shared; });
	pthread_mutex_unlock(&m);
	return n;
}

int waits_by_a_macro(int n)
{
	pthread_mutex_lock(&m); /* waits_by_a_macro_cs none waits | n in-out | */
	shared++;
	if (WAIT(&filled))
		n++;
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_in_a_macro(int n)
{
	pthread_mutex_lock(&m); /* waits_in_a_macro_cs none | n in | */
	shared++;
	CHECKED(pthread_cond_wait(&filled, &m));
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_by_a_macro_alone(int n)
{
	pthread_mutex_lock(&m); /* waits_by_a_macro_alone_cs none | n in | */
	shared++;
	WAIT_ALL();
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_when(int n)
{
	pthread_mutex_lock(&m); /* waits_when_cs none waits | n in-out | */
	shared++;
	when (pthread_cond_wait(&filled, &m))
		n++;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_behind_a_label(int n)
{
	pthread_mutex_lock(&m); /* waits_behind_a_label_cs none waits | n in-out | */
	shared++;
again:
	if (pthread_cond_wait(&filled, &m))
		n++;
	if (shared < 3)
		goto again;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_for_a_while(int n)
{
	struct timespec until = {0};
	mtx_lock(&plain); /* waits_for_a_while_cs none waits | n in-out, until by reference 1 | */
	shared++;
	if (cnd_timedwait(&grown, &plain, &until) == thrd_timedout)
		n++;
	mtx_unlock(&plain);
	return n;
}

int waits_in_one_build(int n)
{
	pthread_mutex_lock(&m); /* waits_in_one_build_cs none | n in | */
	shared++;
#ifndef WITHOUT
	pthread_cond_wait(&filled, &m);
#endif
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_in_a_branch(int n)
{
	pthread_mutex_lock(&m); /* waits_in_a_branch_cs none | n in | */
	shared++;
	if (n)
		pthread_cond_wait(&filled, &m);
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_once_more(int n)
{
	pthread_mutex_lock(&m); /* waits_once_more_cs none | n in | */
	shared++;
	do
		pthread_cond_wait(&filled, &m);
	while (shared < 3);
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_in_a_condition(int n)
{
	pthread_mutex_lock(&m); /* waits_in_a_condition_cs none waits | | */
	shared++;
	while (pthread_cond_wait(&filled, &m))
		shared++;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_in_an_if(int n)
{
	pthread_mutex_lock(&m); /* waits_in_an_if_cs none | | */
	shared++;
	if (pthread_cond_wait(&filled, &m))
		shared++;
	pthread_mutex_unlock(&m);
	return n;
}

int waits_so_often(int n)
{
	pthread_mutex_lock(&m); /* waits_so_often_cs none | n in-out | */
	while (n-- > 0 && shared < 3)
		pthread_cond_wait(&filled, &m);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}
