/* Locks that are taken again, on several ways or once more, and what decides how a section has its variables. */
#define _GNU_SOURCE
#include <pthread.h>

#define TYPE_OF(x) __typeof__(x)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int shared;

int asks(void);

static void gives_other(int c)
{
	if (c)
		pthread_mutex_unlock(&other);
	shared++;
}

void waits_with_either(int c)
{
	if (c)
		pthread_mutex_lock(&m); /* RCL001 */
	else
		pthread_mutex_lock(&m); /* RCL001 */
	shared++;
	pthread_cond_wait(&turn, &m);
}

void keeps_either(int c)
{
	if (c) {
		shared++;
		pthread_mutex_lock(&m); /* keeps_either_m_1_cs none | | ! */
		shared += 2;
	} else {
		pthread_mutex_lock(&m); /* keeps_either_m_2_cs none | | ! */
		shared += 3;
	}
	gives_other(c);
}

int tried_once_more(void)
{
	pthread_mutex_lock(&again); /* tried_once_more_cs none | | ! */
	shared++;
	if (pthread_mutex_trylock(&again) == 0) {
		shared++;
		pthread_mutex_unlock(&again);
	}
	pthread_mutex_unlock(&again);
	return 0;
}

int taken_once_more(void)
{
	pthread_mutex_lock(&again); /* taken_once_more_again_1_cs none | | ! */
	shared++;
	pthread_mutex_lock(&again); /* taken_once_more_again_2_cs none | | */
	shared++;
	pthread_mutex_unlock(&again);
	pthread_mutex_unlock(&again);
	return 0;
}

int released_on_both_ways(int c)
{
	pthread_mutex_lock(&m); /* released_on_both_ways_m_1_cs none | c in | */
	shared++;
	pthread_mutex_lock(&other); /* released_on_both_ways_other_cs none | | */
	shared++;
	pthread_mutex_unlock(&other);
	if (c)
		pthread_mutex_unlock(&m);
	else
		pthread_mutex_unlock(&m);
	asks();
	pthread_mutex_lock(&m); /* released_on_both_ways_m_2_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int released_on_both_ways_twice(int c)
{
	pthread_mutex_lock(&m); /* released_on_both_ways_twice_m_1_cs none | c in | */
	shared++;
	if (c)
		pthread_mutex_unlock(&m);
	else
		pthread_mutex_unlock(&m);
	asks();
	pthread_mutex_lock(&m); /* released_on_both_ways_twice_m_2_cs thread waits | c in | */
	shared += asks();
	if (c)
		pthread_mutex_unlock(&m);
	else
		pthread_mutex_unlock(&m);
	asks();
	pthread_mutex_lock(&m); /* released_on_both_ways_twice_m_3_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int released_in_a_block(int c)
{
	pthread_mutex_lock(&m); /* released_in_a_block_m_1_cs thread waits | | */
	shared++;
	{
		asks();
		asks();
		pthread_mutex_unlock(&m);
	}
	asks();
	asks();
	asks();
	asks();
	pthread_mutex_lock(&m); /* released_in_a_block_m_2_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int released_in_an_inner_block(int c)
{
	pthread_mutex_lock(&m); /* released_in_an_inner_block_cs none | | ! */
	shared++;
	if (c) {
		pthread_mutex_unlock(&m);
		{
			asks();
			pthread_mutex_lock(&m);
		}
		shared++;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int type_of_an_array(void)
{
	char x[4] = "abc";
	pthread_mutex_lock(&m); /* RCL019 */
	TYPE_OF(x) *copy = &x;
	shared += (*copy)[0];
	pthread_mutex_unlock(&m);
	return x[0];
}

int type_of_an_array_alone(void)
{
	char x[4] = "abc";
	pthread_mutex_lock(&m); /* RCL013 */
	TYPE_OF(x) copy = { 'a' };
	shared += copy[0];
	pthread_mutex_unlock(&m);
	return x[0];
}

int block_at_once(int c)
{
	pthread_mutex_lock(&m);{ /* block_at_once_cs none | c in, x out* | return x;(x) */
		int x = shared;
		if (c) {
			pthread_mutex_unlock(&m);
			return x;
		}
	}
	if (c > 1) {
		int x = 3;
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}
