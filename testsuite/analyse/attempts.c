/* Attempts, and acquisitions whose result is used. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared;

#define when if
#define SET(v, call) v = call

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
	int busy = pthread_mutex_trylock(&m); /* answer_in_the_section_cs? none | busy in | */
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

/* Its own lock once more: to see that it has it. */
void asserted_in_its_own_section(void)
{
	pthread_mutex_lock(&m); /* asserted_in_its_own_section_cs none | | ! */
	shared++;
	if (pthread_mutex_trylock(&m) == 0) /* RCL003 */
		abort();
	shared++;
	pthread_mutex_unlock(&m);
}

void tried_and_counted_in_its_own_section(int c)
{
	pthread_mutex_lock(&m); /* tried_and_counted_in_its_own_section_cs none | | ! */
	shared++;
	shared += pthread_mutex_trylock(&m) == c;
	pthread_mutex_unlock(&m);
}
