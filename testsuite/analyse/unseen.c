/* What no build sees of a section. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

int unseen_return(int n)
{
	pthread_mutex_lock(&m); /* unseen_return_cs none | | ! */
	shared++;
#ifdef NEVER
	if (n)
		return 1;
#endif
	pthread_mutex_unlock(&m);
	return 0;
}

int unseen_release(int n)
{
	pthread_mutex_lock(&m); /* unseen_release_cs none | | ! */
	shared++;
#ifdef NEVER
	pthread_mutex_unlock(&m);
#endif
	pthread_mutex_unlock(&m);
	return 0;
}

int unseen_return_in_a_tail(int n)
{
	pthread_mutex_lock(&m); /* unseen_return_in_a_tail_cs none | n in | return 1; */
	if (n) {
		shared++;
		pthread_mutex_unlock(&m);
#ifdef NEVER
		if (n > 3)
			return 4;
#endif
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int unseen_goto_in_a_tail(int n)
{
	pthread_mutex_lock(&m); /* RCL016 */
	if (n) {
		shared++;
		pthread_mutex_unlock(&m);
#ifdef NEVER
		if (n > 3)
			goto out;
#endif
		return 1;
	}
	pthread_mutex_unlock(&m);
#ifdef NEVER
out:
#endif
	return 0;
}

int unseen_goto_out(int n)
{
	pthread_mutex_lock(&m); /* unseen_goto_out_cs none | | ! */
	shared++;
#ifdef NEVER
	goto out;
#endif
	pthread_mutex_unlock(&m);
	if (n)
		goto out;
out:
	return 0;
}

int unseen_goto_within(int n)
{
	pthread_mutex_lock(&m); /* unseen_goto_within_cs none | | */
again:
	shared++;
#ifdef NEVER
	if (shared < 9)
		goto again;
#endif
	if (shared < 5)
		goto again;
	pthread_mutex_unlock(&m);
	return 0;
}

int unseen_goto_into_a_tail(int n)
{
	pthread_mutex_lock(&m); /* unseen_goto_into_a_tail_cs none | n in | !, return 1; */
	if (n) {
		shared++;
		pthread_mutex_unlock(&m);
#ifdef NEVER
left:
#endif
		return 1;
	}
	shared--;
#ifdef NEVER
	if (shared < 9)
		goto left;
#endif
	pthread_mutex_unlock(&m);
	return 0;
}

int unseen_break(int n)
{
	while (n--) {
		pthread_mutex_lock(&m); /* unseen_break_cs none | | ! */
		shared++;
#ifdef NEVER
		if (shared > 7)
			break;
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int unseen_loop(int n)
{
	while (n--) {
		pthread_mutex_lock(&m); /* unseen_loop_cs none | | */
		shared++;
#ifdef NEVER
		for (;;) {
			if (shared > 7) {
				break;
			}
			shared++;
		}
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int unseen_loop_without_braces(int n)
{
	while (n--) {
		pthread_mutex_lock(&m); /* unseen_loop_without_braces_cs none | n in | */
		shared++;
#ifdef NEVER
		while (shared++ < 7) if (n) break; else shared++;
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int unseen_break_behind_a_loop(int n)
{
	while (n--) {
		pthread_mutex_lock(&m); /* unseen_break_behind_a_loop_cs none | | ! */
		shared++;
#ifdef NEVER
		while (shared++ < 7) {
			n++;
		}
		break;
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int unseen_break_behind_a_plain_loop(int n)
{
	while (n--) {
		pthread_mutex_lock(&m); /* unseen_break_behind_a_plain_loop_cs none | | ! */
		shared++;
#ifdef NEVER
		while (shared++ < 7)
			n++;
		break;
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int unseen_continue_in_a_block(int n)
{
	while (n--) {
		pthread_mutex_lock(&m); /* unseen_continue_in_a_block_cs none | | ! */
		shared++;
#ifdef NEVER
		if (n) {
			continue;
		}
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int unseen_assignment(int n)
{
	pthread_mutex_lock(&m); /* unseen_assignment_cs none | | */
	shared++;
#ifdef NEVER
	shared = 4;
#endif
	pthread_mutex_unlock(&m);
	return 0;
}

/* What another build does before a value is given may leave without it, which matters only to who reads that. */
int unseen_before_a_value(int n)
{
	int r = -1;

	pthread_mutex_lock(&m); /* unseen_before_a_value_cs none | r in-out, n by reference 1 | */
#ifdef NEVER
	if (n < 0)
		shared++;
#endif
	r = 1;
#ifdef NEVER
	shared += r;
#endif
	pthread_mutex_unlock(&m);
	return r;
}

int unseen_before_a_value_that_stays(int n)
{
	int r = n;

	shared += r;
	pthread_mutex_lock(&m); /* unseen_before_a_value_that_stays_cs none | r section-local, n in | */
#ifdef NEVER
	if (n < 0)
		shared++;
#endif
	r = 1;
#ifdef NEVER
	shared += r;
#endif
	pthread_mutex_unlock(&m);
	return n;
}

int asks(void);

int unseen_read_of_no_value(int n)
{
	int x;
	pthread_mutex_lock(&m); /* unseen_read_of_no_value_cs none | n in, x out | */
	if (n)
		shared++;
#ifdef NEVER
	shared = x;
#endif
	x = shared + n;
	pthread_mutex_unlock(&m);
	return x;
}

int unseen_beside_what_is_kept(int n)
{
	int x = n;
	pthread_mutex_lock(&m); /* unseen_beside_what_is_kept_cs none | n in, x in-out | pthread_mutex_lock(&m); */
#ifdef NEVER
	shared--;
#endif
	x = shared;
#ifdef NEVER
	x++;
#endif
	if (n) {
		pthread_mutex_unlock(&m);
		n++;
		pthread_mutex_lock(&m);
	}
	shared += x;
	pthread_mutex_unlock(&m);
	return n;
}

int unseen_beside_what_is_given(int n)
{
	int x = n;
	pthread_mutex_lock(&m); /* unseen_beside_what_is_given_cs none | n in-out, x in | pthread_mutex_lock(&m); */
#ifdef NEVER
	shared--;
#endif
	x = shared;
	shared += x;
#ifdef NEVER
	shared += x;
#endif
	do {
		pthread_mutex_unlock(&m);
		x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	} while (n--);
	pthread_mutex_unlock(&m);
	return n;
}

int unseen_where_it_gets_none(int n)
{
	int x;
	pthread_mutex_lock(&m); /* unseen_where_it_gets_none_cs none | n in, x out | */
	if (n)
		shared++;
#ifndef NEVER
	x = shared;
#else
	shared = 0;
#endif
	pthread_mutex_unlock(&m);
	return x;
}
