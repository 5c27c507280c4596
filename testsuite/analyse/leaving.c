/* The ways out of a section, and what leads only nearly to its end. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int shared, waiting;

#define COUNTED waiting++,
#define GIVE(c) gives_back(c); return
#define LEAVE return 1
#define LEAVE_AT_LAST do { while (waiting) { waiting--; break; } return 1; } while (0)
#define LEAVE_IF(c) do { if (c) return 1; } while (0)
#define LEAVE_LOOP break
#define VAR(name) name##_var
#define SCOPED(l) for (int once = (pthread_mutex_lock(l), 1); once; once = (pthread_mutex_unlock(l), 0))

int asks(void);
void value_of(int *n);

static void gives_back(int c)
{
	if (c > 1)
		shared++;
	shared = pthread_mutex_unlock(&m) + c;
	asks();
}

static int unlocked_and_counted(void)
{
	pthread_mutex_unlock(&m);
	return waiting;
}

int value_of_a_wrapper(int n)
{
	pthread_mutex_lock(&m); /* value_of_a_wrapper_cs none | | ! */
	shared++;
	n += unlocked_and_counted();
	return n;
}

int left_by_a_macro(int c)
{
	pthread_mutex_lock(&m); /* left_by_a_macro_cs none | c in | LEAVE; */
	if (c) {
		shared++;
		pthread_mutex_unlock(&m);
		LEAVE;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

void tries_again(int n)
{
again:
	pthread_mutex_lock(&m); /* tries_again_cs none | n in | goto again; */
	if (shared < n) {
		shared++;
		pthread_mutex_unlock(&m);
		goto again;
	}
	shared = 0;
	pthread_mutex_unlock(&m);
}

void returns_nothing(int n)
{
	pthread_mutex_lock(&m); /* returns_nothing_cs none | n in | */
	if (shared < n) {
		shared++;
		pthread_mutex_unlock(&m);
		return;
	}
	shared = 0;
	pthread_mutex_unlock(&m);
	return;
}

void result_behind_a_return(int n)
{
	pthread_mutex_lock(&m); /* result_behind_a_return_cs none | n in | return; */
	if (shared < n) {
		shared++;
		pthread_mutex_unlock(&m);
		return;
	}
	shared = 0;
	waiting = pthread_mutex_unlock(&m);
}

int tried_with_more_behind(int n)
{
	if (pthread_mutex_trylock(&m) == 0) { /* tried_with_more_behind_cs? none | | */
		shared++;
		pthread_mutex_unlock(&m);
		n++;
	}
	return n;
}

int break_to_the_end(int n)
{
	pthread_mutex_lock(&m); /* break_to_the_end_cs none | n in | , return 3; */
	switch (n) {
	case 1:
		shared++;
		pthread_mutex_unlock(&m);
		break;
	case 2:
		pthread_mutex_unlock(&m);
		return 3;
	default:
		shared--;
		pthread_mutex_unlock(&m);
		break;
	}
	return 0;
}

int break_out_of_its_own_loop(int n)
{
	pthread_mutex_lock(&m); /* break_out_of_its_own_loop_cs none | n in | */
	for (;;) {
		if (shared > n) {
			shared++;
			pthread_mutex_unlock(&m);
			break;
		}
		shared--;
	}
	return 0;
}

int break_out_of_its_own_loop_and_more(int n)
{
	pthread_mutex_lock(&m); /* RCL007 */
	for (;;) {
		if (shared > n) {
			shared++;
			pthread_mutex_unlock(&m);
			if (waiting)
				break;
			waiting++;
			break;
		}
		shared--;
	}
	waiting--;
	return 0;
}

int result_in_a_branch_of_a_branch(int n)
{
	pthread_mutex_lock(&m); /* result_in_a_branch_of_a_branch_cs none | n in | , ! */
	if (n) {
		shared++;
		n = pthread_mutex_unlock(&m);
	} else {
		if (shared) {
			n = pthread_mutex_unlock(&m);
		} else {
			shared++;
			pthread_mutex_unlock(&m);
		}
		waiting++;
	}
	return n;
}

int tried_with_a_result_and_a_return(int n)
{
	if (pthread_mutex_trylock(&m) == 0) { /* tried_with_a_result_and_a_return_cs? none | | return n; */
		shared++;
		n = pthread_mutex_unlock(&m);
		return n;
	}
	return 0;
}

int goes_into_its_section(int n)
{
	pthread_mutex_lock(&m); /* RCL007 */
	if (n) {
		shared++;
		pthread_mutex_unlock(&m);
		goto in;
	} else {
		if (waiting)
in:
			waiting++;
		pthread_mutex_unlock(&m);
	}
	return n;
}

void closed_without_a_space(int n)
{
	pthread_mutex_lock(&m); /* closed_without_a_space_cs none | n in | return;, */
	if (n) {
		if (shared) {
			pthread_mutex_unlock(&m);
			return;
		}
		shared++;
		pthread_mutex_unlock(&m);
	} else {
		pthread_mutex_unlock(&m);
	}waiting++;
}

void ended_by_nothing(int n)
{
	pthread_mutex_lock(&m); /* ended_by_nothing_cs none | n in | return; */
	if (n) {
		pthread_mutex_unlock(&m);
		return;
	}
	shared++;
	pthread_mutex_unlock(&m);;
}

int comes_back_with_or_without(int n)
{
	pthread_mutex_lock(&m); /* RCL009 */
again:
	shared++;
	if (n) {
		pthread_mutex_unlock(&m);
		n--;
		goto again;
	}
	return 0;
}

int loop_at_once(int n)
{
	pthread_mutex_lock(&m);while (shared) { /* loop_at_once_cs none | n in | */
		if (n)
			break;
		shared--;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int jumped_to_the_release(int n)
{
	if (n)
		goto in;
	pthread_mutex_lock(&m); /* jumped_to_the_release_cs none | | ! */
	shared++;
in:
	pthread_mutex_unlock(&m);
	return 0;
}

int not_given_back_on_one_way(int n)
{
	pthread_mutex_lock(&m); /* not_given_back_on_one_way_cs none | | ! */
	shared++;
	if (n)
		shared--;
	else
		pthread_mutex_unlock(&m);
	return 0;
}

int not_given_back_by_a_jump(int n)
{
	pthread_mutex_lock(&m); /* not_given_back_by_a_jump_cs none | n in | goto out;! */
	shared++;
	if (n)
		goto out;
	pthread_mutex_unlock(&m);
out:
	return 0;
}

int held_on_one_way(int n)
{
	if (n)
		pthread_mutex_lock(&m); /* held_on_one_way_cs none | | ! */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int scoped_and_dead(int n)
{
	SCOPED(&m) { /* scoped_and_dead_cs none | n in | return 2;! */
		if (n) {
			shared++;
			return 2;
			continue;
		}
		shared--;
	}
	return 0;
}

int handed_by_a_macro(int c)
{
	pthread_mutex_lock(&m); /* RCL001 */
	if (c) {
		shared++;
		GIVE(c) 1;
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int handed_and_out_of_a_loop(int c)
{
	while (c--) {
		pthread_mutex_lock(&m); /* RCL001 */
		if (c) {
			shared++;
			gives_back(c);
			LEAVE_LOOP;
		}
		shared--;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int handed_and_left_perhaps_last(int c)
{
	pthread_mutex_lock(&m); /* handed_and_left_perhaps_last_cs none | c in | !, */
	if (c) {
		shared++;
		gives_back(c);
		LEAVE_IF(c > 3);
	} else {
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int handed_behind_a_part(int c)
{
	pthread_mutex_lock(&m); /* RCL001 */
	if (c) {
		shared++;
		COUNTED gives_back(c);
		return 1;
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int handed_and_come_by(int c)
{
	if (c > 5)
		goto late;
	pthread_mutex_lock(&m); /* RCL009 */
	if (c) {
		shared++;
		gives_back(c);
late:
		waiting++;
		return 1;
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int handed_and_left_at_last(int c)
{
	while (c > 9) {
		if (asks())
			break;
		c--;
	}
	pthread_mutex_lock(&m); /* handed_and_left_at_last_cs none | c in | LEAVE_AT_LAST;! */
	if (c) {
		shared++;
		gives_back(c);
		LEAVE_AT_LAST;
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int waits_in_what_is_left(int c)
{
	pthread_t thread;

	pthread_mutex_lock(&m); /* waits_in_what_is_left_cs thread waits | c in | return 1;! */
	if (shared == c) {
		pthread_create(&thread, NULL, NULL, NULL);
		while (shared < 3)
			pthread_cond_wait(&filled, &m);
		pthread_mutex_unlock(&m);
		return 1;
	}
	shared++;
	asks();
	pthread_mutex_unlock(&m);
	return 0;
}

/* What cannot be moved stands in a block of the branch, which goes on behind that. */
int left_before_a_block(int n)
{
	int VAR(x) = n;

	pthread_mutex_lock(&m); /* left_before_a_block_cs none | n in | return VAR(x);! */
	if (n > 2) {
		shared++;
		{
			waiting++;
			value_of(&VAR(x));
		}
		shared--;
		pthread_mutex_unlock(&m);
		return VAR(x);
	}
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}
