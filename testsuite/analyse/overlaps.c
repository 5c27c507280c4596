/* Sections that overlap, and locks that are taken again. */
#include <pthread.h>
#include <unistd.h>

struct job {
	pthread_mutex_t lock;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int shared, waiting;

int asks(void);

int one_behind_the_other(int n)
{
	pthread_mutex_lock(&m);shared++;pthread_mutex_unlock(&m);pthread_mutex_lock(&other);shared += n;pthread_mutex_unlock(&other); /* one_behind_the_other_other_cs none | n in | */
	return 0;
}

int inside_two_tails(int n)
{
	pthread_mutex_lock(&m); /* inside_two_tails_m_cs none | n in | return 1;, return 1; */
	if (n) {
		shared++;
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&other); /* inside_two_tails_other_1_cs none | | */
		waiting++;
		pthread_mutex_unlock(&other);
		return 1;
	}
	if (shared) {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&other); /* inside_two_tails_other_2_cs none | | */
		waiting++;
		pthread_mutex_unlock(&other);
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int left_together_the_other_way(int n)
{
	pthread_mutex_lock(&m); /* left_together_the_other_way_m_cs none | n in | return 1; */
	shared++;
	pthread_mutex_lock(&other); /* left_together_the_other_way_other_cs none | n in | return 1;! */
	if (n) {
		waiting++;
		pthread_mutex_unlock(&m);
		pthread_mutex_unlock(&other);
		return 1;
	}
	waiting--;
	pthread_mutex_unlock(&other);
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int begun_in_a_branch(int n)
{
	pthread_mutex_lock(&m); /* begun_in_a_branch_m_cs none | n in | return 1; */
	shared++;
	if (n) {
		pthread_mutex_lock(&other); /* begun_in_a_branch_other_cs none | | ! */
		waiting++;
		pthread_mutex_unlock(&m);
		waiting++;
		pthread_mutex_unlock(&other);
		return 1;
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int begun_in_a_tail(int n)
{
	pthread_mutex_lock(&m); /* begun_in_a_tail_cs none | n in | , */
	shared++;
	if (n) {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&other); /* RCL024 */
		waiting++;
	} else {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&other);
	}
	waiting++;
	pthread_mutex_unlock(&other);
	return 0;
}

int pauses_the_outer(int n)
{
	pthread_mutex_lock(&m); /* pauses_the_outer_m_cs none | n in | pthread_mutex_lock(&m); */
	while (shared++ < n) {
		pthread_mutex_lock(&other); /* pauses_the_outer_other_cs none | | ! */
		waiting++;
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		waiting--;
		pthread_mutex_unlock(&other);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int three_that_overlap(int n, pthread_mutex_t *third)
{
	pthread_mutex_lock(&m); /* three_that_overlap_m_cs none waits | n in, third in | */
	shared++;
	pthread_mutex_lock(&other); /* three_that_overlap_other_cs none waits | n in, third in | ! */
	shared += n;
	pthread_mutex_lock(third); /* RCL041 */
	pthread_mutex_unlock(&m);
	waiting++;
	pthread_mutex_unlock(&other);
	waiting--;
	pthread_mutex_unlock(third);
	return 0;
}

int taken_again_by_an_attempt(int n)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (shared++ < n) {
		pthread_mutex_unlock(&m);
		usleep(1);
		if (pthread_mutex_trylock(&m) != 0)
			return 1;
		waiting++;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int released_twice_and_taken_once(int n)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (shared++ < n) {
		if (asks())
			pthread_mutex_unlock(&m);
		else
			pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		waiting++;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int section_in_a_pause(int n)
{
	pthread_mutex_lock(&m); /* section_in_a_pause_m_1_cs none | n in | pthread_mutex_lock(&m); */
	while (shared++ < n) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m); /* section_in_a_pause_m_2_cs none | | */
		waiting++;
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int pauses_behind_a_cut(int n)
{
	pthread_t thread;

	pthread_mutex_lock(&m); /* pauses_behind_a_cut_cs none | n in | !, pthread_mutex_lock(&m); */
	while (shared++ < n) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
	}
	waiting++;
	pthread_create(&thread, NULL, NULL, NULL);
	while (shared++ < n) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int tried_once_more(int n)
{
	pthread_mutex_lock(&m); /* tried_once_more_cs none | | ! */
	shared++;
	if (pthread_mutex_trylock(&m) == 0) {
		shared += n;
		pthread_mutex_unlock(&m);
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int taken_in_vain(int n)
{
	pthread_mutex_lock(&m); /* taken_in_vain_cs none | | ! */
	shared++;
	pthread_mutex_lock(&m); /* RCL005 */
	shared += n;
	pthread_mutex_unlock(&m);
	return 0;
}

int one_before_the_other(int n)
{
	pthread_mutex_lock(&m);shared += n;shared += asks();shared++;pthread_mutex_unlock(&m);pthread_mutex_lock(&other);n++;pthread_mutex_unlock(&other); /* one_before_the_other_other_cs none | n in | */
	return 0;
}

int hand_over_within(struct job *first, struct job *next)
{
	pthread_mutex_lock(&first->lock); /* hand_over_within_first_cs thread waits | first in, next in | return 1; */
	first->n++;
	pthread_mutex_lock(&next->lock); /* hand_over_within_next_cs thread waits | next in | return 1;! */
	next->n++;
	if (asks()) {
		pthread_mutex_unlock(&first->lock);
		next->n--;
		pthread_mutex_unlock(&next->lock);
		return 1;
	}
	pthread_mutex_unlock(&next->lock);
	pthread_mutex_unlock(&first->lock);
	return 0;
}
