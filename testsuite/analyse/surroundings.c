/* What surrounds a section: the thread that begins with it, its condition, its test, and other locks in it. */
#include <pthread.h>
#include <unistd.h>

struct job {
	pthread_mutex_t lock;
	int n;
	struct job *next;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct job jobs[4];
static int shared;

int asks(void);

static void gives_back(int c)
{
	if (c > 1)
		shared++;
	pthread_mutex_unlock(&m);
}

static void lends(void)
{
	pthread_mutex_unlock(&m);
	usleep(1);
	pthread_mutex_lock(&m);
}

static void *counts_and_waits(void *nothing)
{
	pthread_mutex_lock(&m); /* counts_and_waits_cs none | | */
	while (shared++ < 3)
		pthread_cond_wait(&filled, &m);
	shared = 0;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *leaves_its_loop(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	for (;;) {
		if (asks()) {
			pthread_mutex_unlock(&m);
			return nothing;
		}
		shared++;
	}
}

static void *waits_with_two(void *nothing)
{
	pthread_mutex_lock(&m); /* waits_with_two_m_cs none waits | | */
	pthread_mutex_lock(&other); /* waits_with_two_other_cs none waits | | */
	while (shared < 3)
		pthread_cond_wait(&filled, &m);
	shared = 0;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *waits_a_while_with_two(void *nothing)
{
	struct timespec until = {0};

	pthread_mutex_lock(&m); /* waits_a_while_with_two_m_cs none waits | until by reference 1 | */
	pthread_mutex_lock(&other); /* waits_a_while_with_two_other_cs none waits | until by reference 1 | */
	while (shared < 3)
		pthread_cond_timedwait(&filled, &m, &until);
	shared = 0;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *asks_and_waits_with_two(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	pthread_mutex_lock(&other); /* RCL002 */
	while (asks())
		pthread_cond_wait(&filled, &m);
	shared = 0;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_and_waits_with_two(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	pthread_mutex_lock(&other); /* RCL002 */
	while (shared++ < 3)
		pthread_cond_wait(&filled, &m);
	shared = 0;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *asks_only(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	while (asks())
		;
	shared = 0;
	pthread_mutex_unlock(&m);
	return nothing;
}

/* Loops that end by themselves: by a list, or by a number that is compared with what a function says. */
static void *walks(void *list)
{
	struct job *j = list;

	pthread_mutex_lock(&m); /* walks_cs none | j in | */
	while (j) {
		struct job *next = j->next;

		j->n = 0;
		j = next;
	}
	pthread_mutex_unlock(&m);
	return list;
}

static void *counts_down(void *nothing)
{
	int n = 3;

	pthread_mutex_lock(&m); /* counts_down_cs none | n in | */
	while (n--)
		shared++;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_down_behind(void *nothing)
{
	int n = 3;

	pthread_mutex_lock(&m); /* counts_down_behind_cs none | n in | */
	do {
		shared++;
	} while (--n);
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_down_alone(void *nothing)
{
	int n = 3;

	pthread_mutex_lock(&m); /* counts_down_alone_cs none | n in | */
	for (; n-- > 0;)
		shared++;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_down_between(void *nothing)
{
	pthread_mutex_lock(&m); /* counts_down_between_cs none | | */
	for (int n = 3; n--; shared++)
		;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_by_another(void *nothing)
{
	int n = 3;

	pthread_mutex_lock(&m); /* counts_by_another_cs none | n in | */
	while (n) {
		int next = n - 1;

		shared++;
		n = next;
	}
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *walks_while_asked(void *list)
{
	struct job *j = list;

	pthread_mutex_lock(&m); /* RCL002 */
	while (j && asks())
		j = j->next;
	pthread_mutex_unlock(&m);
	return list;
}

static void *counts(void *nothing)
{
	pthread_mutex_lock(&m); /* counts_cs thread waits | | */
	for (int i = 0; i < asks(); i++)
		shared++;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_to(void *nothing)
{
	pthread_mutex_lock(&m); /* counts_to_cs thread waits | | */
	for (int i = 0; i != asks(); i++)
		shared++;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *is_told(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	for (int i = 0; i < asks(); i = asks())
		shared++;
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *counts_for_others(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	for (; asks() < 3; shared++)
		;
	pthread_mutex_unlock(&m);
	return nothing;
}

int started(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, counts_and_waits, NULL);
	pthread_create(&thread, NULL, leaves_its_loop, NULL);
	pthread_create(&thread, NULL, waits_with_two, NULL);
	pthread_create(&thread, NULL, waits_a_while_with_two, NULL);
	pthread_create(&thread, NULL, asks_and_waits_with_two, NULL);
	pthread_create(&thread, NULL, counts_and_waits_with_two, NULL);
	pthread_create(&thread, NULL, counts_down, NULL);
	pthread_create(&thread, NULL, counts_down_between, NULL);
	pthread_create(&thread, NULL, counts_by_another, NULL);
	pthread_create(&thread, NULL, counts_down_behind, NULL);
	pthread_create(&thread, NULL, counts_down_alone, NULL);
	pthread_create(&thread, NULL, asks_only, NULL);
	pthread_create(&thread, NULL, walks, jobs);
	pthread_create(&thread, NULL, walks_while_asked, jobs);
	pthread_create(&thread, NULL, counts, NULL);
	pthread_create(&thread, NULL, counts_to, NULL);
	pthread_create(&thread, NULL, is_told, NULL);
	pthread_create(&thread, NULL, counts_for_others, NULL);
	return 0;
}

int serves_for_ever(void)
{
	pthread_mutex_lock(&m); /* RCL002 */
	for (;;)
		shared++;
}

int guarded_with_a_pause(int c)
{
	if (c)
		pthread_mutex_lock(&m); /* guarded_with_a_pause_cs none | | if (c) pthread_mutex_lock(&m); */
	while (shared) {
		if (c)
			pthread_mutex_unlock(&m);
		usleep(1);
		if (c) pthread_mutex_lock(&m);
		shared--;
	}
	if (c)
		pthread_mutex_unlock(&m);
	return 0;
}

int guarded_with_a_wait(int c)
{
	if (c)
		pthread_mutex_lock(&m); /* guarded_with_a_wait_cs none waits | c in | */
	shared++;
	while (c && shared < 3)
		pthread_cond_wait(&filled, &m);
	shared--;
	if (c)
		pthread_mutex_unlock(&m);
	return 0;
}

int tried_with_a_pause(void)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL004 */
		while (shared) {
			pthread_mutex_unlock(&m);
			usleep(1);
			pthread_mutex_lock(&m);
			shared--;
		}
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int tried_with_a_wait(void)
{
	if (pthread_mutex_trylock(&m) == 0) { /* tried_with_a_wait_cs? none | | */
		shared++;
		while (shared < 3)
			pthread_cond_wait(&filled, &m);
		shared--;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int tried_and_closed(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL007 */
		if (c) {
			shared++;
			pthread_mutex_unlock(&m);
		} else {
			pthread_mutex_unlock(&m);
		}
		return 1;
	}
	return 0;
}

int tried_or_waited_for(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL003 */
		shared++;
		pthread_mutex_unlock(&m);
	} else {
		pthread_mutex_lock(&m); /* tried_or_waited_for_cs none | | */
		shared--;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int tried_and_kept(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* tried_and_kept_cs? none | c in | !, */
		shared++;
		if (c)
			pthread_mutex_unlock(&m);
	}
	return 0;
}

int another_name(struct job *job, struct job *same)
{
	pthread_mutex_lock(&job->lock); /* another_name_cs none | job in | ! */
	job->n++;
	pthread_mutex_unlock(&same->lock);
	same->n++;
	pthread_mutex_unlock(&job->lock);
	return 0;
}

int waits_by_another_name(struct job *job, struct job *same)
{
	pthread_mutex_lock(&job->lock); /* waits_by_another_name_cs none waits | job in, same in | */
	job->n++;
	pthread_cond_wait(&filled, &same->lock);
	pthread_mutex_unlock(&job->lock);
	return 0;
}

int another_held(struct job *job, struct job *next)
{
	pthread_mutex_lock(&next->lock); /* another_held_next_cs none | job in | */
	pthread_mutex_lock(&job->lock); /* another_held_job_cs none | job in | ! */
	job->n++;
	pthread_mutex_unlock(&next->lock);
	job->n++;
	pthread_mutex_unlock(&job->lock);
	return 0;
}

int another_taken(struct job *job)
{
	pthread_mutex_lock(&job->lock); /* another_taken_job_cs none | job in | */
	job->n++;
	pthread_mutex_lock(&other); /* another_taken_other_cs none | | */
	shared++;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&job->lock);
	return 0;
}

int another_released(struct job *job)
{
	pthread_mutex_lock(&job->lock); /* another_released_cs none | job in | */
	job->n++;
	pthread_mutex_unlock(&other);
	job->n--;
	pthread_mutex_unlock(&job->lock);
	return 0;
}

int lends_in_it(int c)
{
	pthread_mutex_lock(&m); /* lends_in_it_cs errno waits | | */
	shared++;
	lends();
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int lends_another(int c)
{
	pthread_mutex_lock(&other); /* lends_another_other_cs errno waits | | */
	shared++;
	pthread_mutex_lock(&m); /* lends_another_m_cs errno waits | | */
	lends();
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&other);
	return 0;
}

int lends_behind(int c)
{
	pthread_mutex_lock(&m); /* lends_behind_m_1_cs none | c in | return asks(); */
	if (c) {
		shared++;
		pthread_mutex_unlock(&m);
		return asks();
	}
	shared--;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* lends_behind_m_2_cs errno waits | | */
	lends();
	pthread_mutex_unlock(&m);
	return 0;
}

/* what the mutex's name is made of */

void sets(int *n);

void index_given_away(int i)
{
	pthread_mutex_lock(&jobs[i].lock); /* index_given_away_cs none | | ! */
	shared++;
	sets(&i);
	pthread_mutex_unlock(&jobs[i].lock);
}

int index_changed_behind(int i)
{
	pthread_mutex_lock(&jobs[i].lock); /* index_changed_behind_cs none | | return i; */
	shared++;
	if (shared > 3) {
		pthread_mutex_unlock(&jobs[i].lock);
		i++;
		return i;
	}
	pthread_mutex_unlock(&jobs[i].lock);
	return i;
}

void index_in_sums(int i)
{
	pthread_mutex_lock(&jobs[i].lock); /* index_in_sums_cs none | i in | */
	shared += -i;
	shared += !i + ~i;
	pthread_mutex_unlock(&jobs[i].lock);
}
