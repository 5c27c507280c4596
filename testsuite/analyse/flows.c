/* How locks are taken, tried, given back for a while and taken again: each function differs in one thing. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int shared;

#define BEGIN {
#define END }

static int odd(pthread_mutex_t *lock)
{
	if (pthread_mutex_trylock(lock) != 0)
		return 5;
	return 0;
}

static bool truth(pthread_mutex_t *lock)
{
	if (pthread_mutex_trylock(lock))
		return false;
	return true;
}

/* ------------------------------------------------------------------ taken again */

/* it is tried, not taken, where the section would go on */
int tried_again(int c)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (c--) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_trylock(&m);
	}
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

/* taken twice where the section would go on: the second one is no end of the pause */
int twice_again(int c)
{
	pthread_mutex_lock(&r); /* RCL024 */
	if (c) {
		pthread_mutex_unlock(&r);
		usleep(1);
		pthread_mutex_lock(&r); /* RCL001 */
		pthread_mutex_lock(&r);
	}
	shared++;
	pthread_mutex_unlock(&r);
	return 0;
}

/* another lock is given back in the pause */
int other_in_a_pause(int c)
{
	pthread_mutex_lock(&other); /* RCL005 */
	pthread_mutex_lock(&m); /* other_in_a_pause_cs none | c in-out | pthread_mutex_lock(&m); */
	while (c--) {
		shared++;
		pthread_mutex_unlock(&m);
		pthread_mutex_unlock(&other);
		usleep(1);
		pthread_mutex_lock(&m);
		shared--;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* given back in another block than where it is taken again */
int pause_of_two_blocks(int c)
{
	pthread_mutex_lock(&m); /* pause_of_two_blocks_cs none | c in-out | return 1;, pthread_mutex_lock(&m); */
	while (c--) {
		if (shared > 3) {
			pthread_mutex_unlock(&m);
			return 1;
		}
		{
			pthread_mutex_unlock(&m);
		}
		usleep(1);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* two pauses in one block: each begins at the nearest release */
int two_pauses(int c)
{
	pthread_mutex_lock(&m); /* RCL007 */
	while (c--) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m); /* two_pauses_cs none | | */
		shared++;
		pthread_mutex_unlock(&m);
		usleep(2);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* the caller's lock is given back, taken, and given back again: a section of this function's */
int of_the_caller_and_own(int c)
{
	pthread_mutex_unlock(&m);
	usleep(1);
	pthread_mutex_lock(&m); /* of_the_caller_and_own_cs none | c in | */
	shared += c;
	pthread_mutex_unlock(&m);
	return 0;
}

/* another lock of the caller's is given back */
int other_of_the_caller(int c)
{
	pthread_mutex_lock(&m); /* other_of_the_caller_m_1_cs none | c in | */
	shared += c;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&other);
	pthread_mutex_lock(&m); /* other_of_the_caller_m_2_cs none | c in | return 0;! */
	shared -= c;
	return 0;
}

/* taken once more, by an attempt */
int tried_inside(int c)
{
	pthread_mutex_lock(&r); /* tried_inside_cs none | c in | ! */
	shared += c;
	if (pthread_mutex_trylock(&r) == 0) {
		shared++;
		pthread_mutex_unlock(&r);
	}
	shared--;
	pthread_mutex_unlock(&r);
	return 0;
}

/* ------------------------------------------------------------------ attempts */

/* nothing behind what keeps the result */
int kept_last(int c)
{
	int error;
	{
		error = pthread_mutex_trylock(&m); /* RCL003 */
	}
	if (error)
		return c;
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int in_parentheses(int c)
{
	if ((!(pthread_mutex_trylock(&m)))) { /* in_parentheses_cs? none | c in | */
		shared += c;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* what stands behind else has the lock, too */
int else_has_it(int c)
{
	if (pthread_mutex_trylock(&m)) /* RCL003 */
		return 1;
	else
		shared += c;
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int braces_of_a_macro(int c)
{
	if (pthread_mutex_trylock(&m) == 0) BEGIN /* RCL003 */
		shared += c;
		pthread_mutex_unlock(&m);
	END
	return 0;
}

int else_if(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL003 */
		shared += c;
		pthread_mutex_unlock(&m);
	} else if (c) {
		usleep(1);
	}
	return 0;
}

int else_of_a_macro(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL003 */
		shared += c;
		pthread_mutex_unlock(&m);
	} else BEGIN
		usleep(1);
	END
	return 0;
}

int remark_before_else(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL003 */
		shared += c;
		pthread_mutex_unlock(&m);
	} /* somebody else has it */ else {
		usleep(1);
	}
	return 0;
}

/* what is kept says that it failed, or that it had no other failure */
int busy_kept(int c)
{
	int busy = pthread_mutex_trylock(&m) == EBUSY; /* RCL003 */

	if (busy)
		return c;
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

/* a number of its own for the failure, and a truth that is kept of it */
int odd_compared(int c)
{
	int had = odd(&m) == 0; /* odd_compared_cs? none | | */

	if (!had)
		return c;
	shared++;
	pthread_mutex_unlock(&m);
	return had;
}

/* a truth is never EBUSY */
int truth_and_number(int c)
{
	if (truth(&m) != EBUSY) { /* RCL003 */
		shared += c;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* the variable that keeps the result has another use in the section */
int kept_and_used(int c)
{
	int error = pthread_mutex_trylock(&m); /* kept_and_used_cs? none | error section-local | */

	if (error)
		return c;
	error = shared;
	shared += error;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	return 0;
}
