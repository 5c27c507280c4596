/* Attempts, acquisitions whose result is used, and clean-up handlers. */
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[4];
static int shared;

#define when if
#define SET(v, call) v = call
#define POP_IT() pthread_cleanup_pop(1)

static void release(void *lock)
{
	pthread_mutex_unlock(lock);
}

static void take_again(void *lock)
{
	pthread_mutex_lock(lock);
}

int tried_when(void)
{
	when (pthread_mutex_trylock(&m) == 0) { /* RCL003 */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int tried_with_bool(void)
{
	bool taken = pthread_mutex_trylock(&m) == 0; /* tried_with_bool_cs? none | taken section-local bool taken | */
	if (taken) {
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int answer_in_the_section(void)
{
	int busy = pthread_mutex_trylock(&m); /* RCL003 */
	if (busy == 0) {
		shared += busy;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int answer_set_in_the_section(void)
{
	int busy = pthread_mutex_trylock(&m); /* answer_set_in_the_section_cs? none | busy section-local | */
	if (busy == 0) {
		busy = 4;
		shared += busy;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int two_in_a_statement(int n)
{
	int failed = pthread_mutex_lock(&m) + pthread_mutex_lock(&other); /* RCL008 */ /* RCL008 */
	shared++;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return failed;
}

int result_and_a_jump(int n)
{
	if (pthread_mutex_lock(&m) != 0) { /* result_and_a_jump_cs none | | */
		n++;
		return -1;
	}
	shared++;
	pthread_mutex_unlock(&m);
	return n;
}

int result_and_a_label(int n)
{
	if (pthread_mutex_lock(&m) != n) { /* RCL008 */
again:
		shared++;
	}
	if (shared < 3)
		goto again;
	pthread_mutex_unlock(&m);
	return n;
}

int result_and_a_jump_to(int n)
{
	if (pthread_mutex_lock(&m) != n) { /* RCL008 */
		shared--;
		goto over;
	}
	shared++;
over:
	shared++;
	pthread_mutex_unlock(&m);
	return n;
}

int tried_by_a_macro_that_sets(void)
{
	int busy;
	SET(busy, pthread_mutex_trylock(&m)); /* RCL003 */
	if (busy == 0) {
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int handler_of_another_behind(int n)
{
	pthread_mutex_lock(&m); /* handler_of_another_behind_m_cs thread | n in | */
	pthread_cleanup_push(release, &other);
	shared += n;
	pthread_mutex_lock(&other); /* handler_of_another_behind_other_cs none | n in | */
	shared += n;
	pthread_cleanup_pop(1);
	pthread_mutex_unlock(&m);
	return 0;
}

int handler_after_a_comment(int n)
{
	pthread_mutex_lock(&m); /* RCL012 */
	/* from here on */
	pthread_cleanup_push(release, &m);
	shared += n;
	pthread_cleanup_pop(1);
	return 0;
}

int handler_not_run_and_more(int n)
{
	pthread_mutex_lock(&m); /* RCL012 */
	pthread_cleanup_push(release, &m);
	shared += n;
	pthread_cleanup_pop(0);
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int handler_of_nothing(int n)
{
	pthread_mutex_lock(&m); /* handler_of_nothing_cs none | | */
	pthread_cleanup_push(release, &m);
	pthread_cleanup_pop(0);
	pthread_mutex_unlock(&m);
	return 0;
}

int handler_popped_by_a_macro(int n)
{
	pthread_mutex_lock(&m); /* RCL012 */
	pthread_cleanup_push(release, &m);
	shared += n;
	POP_IT();
	return 0;
}

int handler_for_the_next_by_number(int n)
{
	pthread_cleanup_push(release, &locks[n]);
	n = n + 1;
	pthread_mutex_lock(&locks[n]); /* RCL005 */
	shared++;
	pthread_cleanup_pop(1);
	return 0;
}

int handler_takes_again_in_loop(int n)
{
	pthread_mutex_lock(&m); /* handler_takes_again_in_loop_cs none | | pthread_cleanup_pop(1); */
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
