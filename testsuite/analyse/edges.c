/* What lies just beyond what can be shipped, or just within: each function differs from an ordinary one in one thing. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct job {
	pthread_mutex_t lock;
	int n;
};

struct sixteen {
	int n[16];
};

struct seventeen {
	int n[17];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, drained = PTHREAD_COND_INITIALIZER;
static struct job jobs[4];
static int shared, current;
static int *first, *kept;

#define TRIED(lock) (pthread_mutex_trylock(lock) == 0)
#define IF_TRIED(lock) if (pthread_mutex_trylock(lock) == 0)
#define AT(x) (&(x))
#define BARE_AT(x) &x
#define N_OF(job) job.n
#define LEAVE return 1
#define TAKEN_AND_COUNTED() do { pthread_mutex_lock(&m); shared++; } while (0)
#define CALLED(call) do { int e; e = call; get(&e); } while (0)
#define STORED(call) do { error = call; if (error != 0) abort(); } while (0)
#define IN_BRACES { pthread_mutex_lock(&m);
#define OUT_OF_BRACES pthread_mutex_unlock(&m); }
#define SET_X x = shared
#define SET_LARGE() (large.n[0] = shared)
#define LOCKED pthread_mutex_lock(&m)

int condition_with_more(int c);
int another_result(void);
int any_other_result(void);
int compared_with_a_local(int c);
int result_pointed_to(void);
int volatile_result(void);
int static_result(void);
int tried_by_macro(void);
int tested_by_macro(void);
int two_conditions(int c);
int exit_before_a_wait(int c);
int changes_behind_a_wait(int n);
int given_in_vain(int n);
int given_by_assembler(void);
int read_by_assembler(void);
int set_by_assembler(int c);
int without_value_each_time(int c);
int with_value_on_one_way(int c, int d);
int with_value_on_the_other_way(int c, int d);
int with_value_on_the_first_way(int c, int d);
int address_by_macro(void);
int address_by_bare_macro(void);
int member_by_macro(void);
int value_stored(void);
void taken_last(void);
int asked_by_call(void);
int asked_in_braces(int c);
int another_by_then(int n);
int another_by_a_callees_callee(void);
int same_all_along(void);
int handed_in_a_case(int c);
int handed_and_left_by_macro(int c);
int handed_and_back(int c);
int two_declared(int c);
int kept_result_with_more(int c);
int another_kept_result(void);
int kept_for_a_loop(void);
int else_attempt(int c);
int attempt_without_braces(int c);
int attempt_and_loop(void);
int held_while_others_try(int c);
int either_lock_or_other(int c);
int another_name_by_then(int n);
int names_out_of_sight(int n);
int same_beside_an_address(int n);
int label_in_a_tail(int c);
int into_a_tail(int c);
int back_from_a_tail(int c);
int just_small_enough(struct sixteen four_times);
int just_too_large(struct seventeen more);
int falls_with_a_value(int c);
int leaves_with_a_value(int c);
int waits_and_ends(int c);
int keeps_an_address(void);
int handed_then_back(int c);
int never_returns_two(int c);
int attempt_released_for_a_while(int c);
int taken_again_by_attempt(int c);
int attempt_in_parentheses(void);
int static_inside(void);
int static_over_a_pause(void);
int keeps_a_statics_address(void);
int array_inside(void);
int address_inside(void);
int volatile_inside(void);
int attempt_keeps_an_address(void);
int measured_before_it_has_a_value(int c);
int in_an_expression(void);
int taken_and_counted_by_macro(void);
int called_by_macro(void);
int stored_by_macro(void);
int in_braces_of_macros(void);
int checked_by_hand(void);
int guarded_with_more(int c);
int behind_another_in_an_if(void);
int address_behind_a_pause(void);
int one_member_before(int c);
int read_behind_its_write(void);
int waits_with_its_own(void);
int operand_before_a_wait(int c);
int in_a_tail_and_behind(int c);
int given_in_a_pause(void);
int unset_over_a_pause(int c);
int set_by_macro_on_one_way(int c);
int whole_array(void);
int first_of_array(void);
int measured_only(void);
int set_and_read_on_one_way(int c);
int only_set_behind(int c);
int used_before(int c);
int named_by_a_macro(void);
int masked_by_reference(int c);
int constant_inside(void);
int called_by_reference(int c);
int spelled_on_two_lines(void);
int array_of_its_own(void);
int declared_behind_a_pause(int c);
int set_by_assembler_on_one_way(int c);
int member_given_in_a_pause(void);
int get(int *where);

int condition_with_more(int c)
{
	if (c && pthread_mutex_trylock(&m) == 0) { /* condition_with_more_cs? none | | */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return c;
}

int another_result(void)
{
	if (pthread_mutex_trylock(&m) == 5) { /* RCL003 */
		shared++;
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int any_other_result(void)
{
	if (pthread_mutex_trylock(&m) != 5) { /* RCL003 */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int compared_with_a_local(int c)
{
	if (c == pthread_mutex_trylock(&m)) { /* RCL003 */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int result_pointed_to(void)
{
	int busy, *p = &busy;

	busy = pthread_mutex_trylock(&m); /* RCL003 */
	if (busy == 0) {
		shared += *p;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int volatile_result(void)
{
	volatile int busy = pthread_mutex_trylock(&m); /* RCL003 */
	if (busy == 0) {
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int static_result(void)
{
	static int busy;

	busy = pthread_mutex_trylock(&m); /* RCL003 */
	if (busy == 0) {
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int tried_by_macro(void)
{
	if (TRIED(&m)) { /* tried_by_macro_cs? none | | */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int tested_by_macro(void)
{
	IF_TRIED(&m) { /* RCL003 */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int two_conditions(int c)
{
	pthread_mutex_lock(&m); /* two_conditions_cs none | c in | , */
	shared++;
	while (shared < c)
		pthread_cond_wait(&filled, &m);
	while (shared > c)
		pthread_cond_wait(&drained, &m);
	pthread_mutex_unlock(&m);
	return 0;
}

int exit_before_a_wait(int c)
{
	pthread_mutex_lock(&m); /* exit_before_a_wait_cs none | c in | return 1;, */
	shared++;
	while (shared < c)
		pthread_cond_wait(&filled, &m);
	if (shared > 9) {
		pthread_mutex_unlock(&m);
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int changes_behind_a_wait(int n)
{
	pthread_mutex_lock(&m); /* changes_behind_a_wait_cs none | n in | */
	while (shared < 3)
		pthread_cond_wait(&filled, &m);
	n++;
	shared = n;
	pthread_mutex_unlock(&m);
	return 0;
}

int given_in_vain(int n)
{
	int left;

	pthread_mutex_lock(&m); /* given_in_vain_cs none | n in-out, left section-local | pthread_mutex_lock(&m); */
	while (n--) {
		shared++;
		pthread_mutex_unlock(&m);
		left = usleep(n);
		if (left)
			usleep(left);
		pthread_mutex_lock(&m);
		left = shared;
		shared = left + 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int given_by_assembler(void)
{
	int n;

	pthread_mutex_lock(&m); /* given_by_assembler_cs none | n kept | pthread_mutex_lock(&m); */
	while (shared++ < 3) {
		pthread_mutex_unlock(&m);
		__asm__ volatile("" : "=r"(n));
		pthread_mutex_lock(&m);
		shared += n;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int read_by_assembler(void)
{
	int n;

	pthread_mutex_lock(&m); /* read_by_assembler_cs none | n out | */
	n = shared;
	pthread_mutex_unlock(&m);
	__asm__ volatile("" : "+r"(n));
	return 0;
}

int set_by_assembler(int c)
{
	int x;

	__asm__ volatile("" : "=r"(x));
	pthread_mutex_lock(&m); /* set_by_assembler_cs none | c in, x in-out | */
	if (c)
		x = shared;
	pthread_mutex_unlock(&m);
	return x;
}

int without_value_each_time(int c)
{
	while (c--) {
		int x;

		pthread_mutex_lock(&m); /* without_value_each_time_cs none | c in, x by reference 1 | */
		if (c)
			x = shared;
		pthread_mutex_unlock(&m);
		if (c)
			usleep(x);
	}
	return 0;
}

int with_value_on_one_way(int c, int d)
{
	int x;

	if (c)
		x = 1;
	pthread_mutex_lock(&m); /* with_value_on_one_way_cs none | d in, x in-out | */
	if (d)
		x = shared;
	pthread_mutex_unlock(&m);
	return c || d ? x : 0;
}

int with_value_on_the_other_way(int c, int d)
{
	int x;

	if (c)
		usleep(1);
	else
		x = 1;
	pthread_mutex_lock(&m); /* with_value_on_the_other_way_cs none | d in, x in-out | */
	if (d)
		x = shared;
	pthread_mutex_unlock(&m);
	return !c || d ? x : 0;
}

int with_value_on_the_first_way(int c, int d)
{
	int x;

	if (c)
		x = 1;
	else
		usleep(1);
	pthread_mutex_lock(&m); /* with_value_on_the_first_way_cs none | d in, x in-out | */
	if (d)
		x = shared;
	pthread_mutex_unlock(&m);
	return c || d ? x : 0;
}

int address_by_macro(void)
{
	int x = 1;

	pthread_mutex_lock(&m); /* address_by_macro_cs none | x by reference 1 | */
	shared = get(AT(x));
	pthread_mutex_unlock(&m);
	return x;
}

int address_by_bare_macro(void)
{
	int x = 1;

	pthread_mutex_lock(&m); /* address_by_bare_macro_cs none | x by reference 1 | */
	shared = get(BARE_AT(x));
	pthread_mutex_unlock(&m);
	return x;
}

int member_by_macro(void)
{
	struct job own = {.n = 1};

	get(&own.n);
	pthread_mutex_lock(&m); /* member_by_macro_cs none | own by reference 1 | */
	shared = N_OF(own);
	pthread_mutex_unlock(&m);
	return own.n;
}

int value_stored(void)
{
	pthread_mutex_lock(&m); /* value_stored_cs none | found out* | */
	int *found = first;
	kept = found;
	pthread_mutex_unlock(&m);
	return found != NULL;
}

void taken_last(void)
{
	shared++;
	pthread_mutex_lock(&m);
}

void taken_by_another(void)
{
	taken_last(); /* taken_by_another_cs none | | */
	current++;
	pthread_mutex_unlock(&m);
}

int asked_by_call(void)
{
	if (get(&current))
		pthread_mutex_lock(&m); /* RCL005 */
	shared++;
	if (get(&current))
		pthread_mutex_unlock(&m);
	return 0;
}

int asked_in_braces(int c)
{
	if (c) { pthread_mutex_lock(&m); ; } /* asked_in_braces_cs none | | */
	shared++;
	if (c)
		pthread_mutex_unlock(&m);
	return 0;
}

int another_by_then(int n)
{
	struct job *job = &jobs[n];

	pthread_mutex_lock(&job->lock); /* another_by_then_cs none | n in-out, job in | ! */
	job->n = n++;
	pthread_mutex_unlock(&jobs[n].lock);
	return 0;
}

static void next_one(void)
{
	current++;
}

static void goes_on(void)
{
	next_one();
}

int another_by_a_callees_callee(void)
{
	struct job *job = &jobs[current];

	pthread_mutex_lock(&job->lock); /* another_by_a_callees_callee_cs none | job in | ! */
	job->n++;
	goes_on();
	pthread_mutex_unlock(&jobs[current].lock);
	return 0;
}

int same_all_along(void)
{
	struct job *job = &jobs[current];

	pthread_mutex_lock(&job->lock); /* same_all_along_cs none | job in | */
	job->n++;
	pthread_mutex_unlock(&jobs[current].lock);
	goes_on();
	return 0;
}

static void gives_back(int c)
{
	if (c > 1)
		shared++;
	shared = pthread_mutex_unlock(&m) + c;
	goes_on();
}

int handed_in_a_case(int c)
{
	pthread_mutex_lock(&m); /* handed_in_a_case_cs none | c in | return 1;! */
	switch (c) {
	case 1:
		shared++;
		break;
	case 2:
		gives_back(c);
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int handed_and_left_by_macro(int c)
{
	pthread_mutex_lock(&m); /* handed_and_left_by_macro_cs none | c in | LEAVE;! */
	if (c) {
		gives_back(c);
		LEAVE;
	}
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int handed_and_back(int c)
{
	pthread_mutex_lock(&m); /* RCL024 */
again:
	shared++;
	if (c) {
		gives_back(c);
		if (c++ < 4) {
			pthread_mutex_lock(&m);
			goto again;
		}
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* ---- attempts */

int two_declared(int c)
{
	int busy = pthread_mutex_trylock(&m), more = shared; /* RCL003 */
	if (busy)
		return more;
	shared = c;
	pthread_mutex_unlock(&m);
	return more;
}

int kept_result_with_more(int c)
{
	int busy = pthread_mutex_trylock(&m); /* RCL003 */
	if (busy == 0 && c) {
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int another_kept_result(void)
{
	int busy = pthread_mutex_trylock(&m); /* RCL003 */
	if (busy != 3) {
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int kept_for_a_loop(void)
{
	int busy = pthread_mutex_trylock(&m); /* RCL003 */
	while (busy == 0) {
		busy = shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int else_attempt(int c)
{
	if (c)
		shared = 0;
	else if (pthread_mutex_trylock(&m) == 0) { /* else_attempt_cs? none | | */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int attempt_without_braces(int c)
{
	if (c)
		if (pthread_mutex_trylock(&m) == 0) { /* attempt_without_braces_cs? none | | */
			shared++;
			pthread_mutex_unlock(&m);
		}
	return 0;
}

int attempt_and_loop(void)
{
	if (pthread_mutex_trylock(&m) == 0) /* RCL003 */
		for (;;) {
			shared++;
			pthread_mutex_unlock(&m);
			return 1;
		}
	return 0;
}

/* What tries a lock that its caller holds gives none back that is not its own. */

static void tries_in_a_loop(void)
{
	while (pthread_mutex_trylock(&m)) /* tries_in_a_loop_cs? none | | */
		usleep(1);
	shared++;
	pthread_mutex_unlock(&m);
}

static void compares_in_a_loop(void)
{
	while (0 != pthread_mutex_trylock(&m)) /* compares_in_a_loop_cs? none | | */
		usleep(1);
	shared++;
	pthread_mutex_unlock(&m);
}

static void negates_in_a_loop(void)
{
	while (!(pthread_mutex_trylock(&m) == 0)) /* negates_in_a_loop_cs? none | | */
		usleep(1);
	shared++;
	pthread_mutex_unlock(&m);
}

static void keeps_in_a_loop(void)
{
	int busy;

	while ((busy = pthread_mutex_trylock(&m)) != 0) /* keeps_in_a_loop_cs? none | | */
		usleep(busy);
	shared++;
	pthread_mutex_unlock(&m);
}

static void keeps_and_loops(void)
{
	int busy = pthread_mutex_trylock(&m); /* RCL003 */

	for (; busy; )
		return;
	shared++;
	pthread_mutex_unlock(&m);
}

int held_while_others_try(int c)
{
	pthread_mutex_lock(&m); /* held_while_others_try_m_1_cs errno waits | c in | */
	if (c == 1)
		tries_in_a_loop();
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* held_while_others_try_m_2_cs errno waits | c in | */
	if (c == 2)
		compares_in_a_loop();
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* held_while_others_try_m_3_cs errno waits | c in | */
	if (c == 3)
		negates_in_a_loop();
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* held_while_others_try_m_4_cs errno waits | c in | */
	if (c == 4)
		keeps_in_a_loop();
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* held_while_others_try_m_5_cs none | c in | */
	if (c == 5)
		keeps_and_loops();
	pthread_mutex_unlock(&m);
	return 0;
}

/* ---- conditions and names */

int either_lock_or_other(int c)
{
	if (c) pthread_mutex_lock(&m); else shared = 0; /* RCL008 */
	shared++;
	if (c)
		pthread_mutex_unlock(&m);
	return 0;
}

int another_name_by_then(int n)
{
	struct job *job = &jobs[0];

	job = &jobs[n];
	pthread_mutex_lock(&job->lock); /* another_name_by_then_cs none | job in | ! */
	job->n++;
	pthread_mutex_unlock(&jobs[0].lock);
	return 0;
}

int names_out_of_sight(int n)
{
	{
		struct job *one = &jobs[n];

		pthread_mutex_lock(&one->lock); /* names_out_of_sight_cs none | one in | ! */
		one->n++;
	}
	{
		struct job *other = &jobs[n];

		pthread_mutex_unlock(&other->lock);
	}
	return n;
}

int same_beside_an_address(int n)
{
	struct job *job = &jobs[n];
	int more = 0;

	get(&more);
	pthread_mutex_lock(&job->lock); /* same_beside_an_address_cs none | job in, more by reference 1 | */
	job->n += more + !job;
	pthread_mutex_unlock(&jobs[n].lock);
	return more;
}

/* ---- tails */

int label_in_a_tail(int c)
{
	pthread_mutex_lock(&m); /* label_in_a_tail_cs none | c in | return 1; */
	if (c) {
		pthread_mutex_unlock(&m);
again:
		if (usleep(c--))
			goto again;
		return 1;
	}
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int into_a_tail(int c)
{
	pthread_mutex_lock(&m); /* RCL009 */
	if (c) {
		pthread_mutex_unlock(&m);
late:
		usleep(c);
		return 1;
	}
	shared++;
	pthread_mutex_unlock(&m);
	if (c++ < 1)
		goto late;
	return 0;
}

int back_from_a_tail(int c)
{
	pthread_mutex_lock(&m); /* RCL009 */
inside:
	shared++;
	if (c) {
		pthread_mutex_unlock(&m);
		if (c++ < 3)
			goto inside;
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* ---- sizes and lives */

int just_small_enough(struct sixteen four_times)
{
	pthread_mutex_lock(&m); /* just_small_enough_cs none | four_times in | */
	shared = four_times.n[3];
	pthread_mutex_unlock(&m);
	return 0;
}

int just_too_large(struct seventeen more)
{
	pthread_mutex_lock(&m); /* just_too_large_cs none | more by reference 1. | */
	shared = more.n[3];
	pthread_mutex_unlock(&m);
	return 0;
}

int falls_with_a_value(int c)
{
	int x;

	{
		pthread_mutex_lock(&m); /* falls_with_a_value_cs none | c in, x out | ! */
		shared += c;
		x = shared;
	}
	shared += x;
	pthread_mutex_unlock(&m);
	return x;
}

int leaves_with_a_value(int c)
{
	int x = 0;

	for (;;) {
		pthread_mutex_lock(&m); /* leaves_with_a_value_cs none | c in, x in-out | break;! */
		x += shared;
		if (x > c)
			break;
		pthread_mutex_unlock(&m);
	}
	shared = x;
	pthread_mutex_unlock(&m);
	return x;
}

int waits_and_ends(int c)
{
	if (c) {
		pthread_mutex_lock(&m); /* waits_and_ends_cs none | c in | , */
		while (shared < 3)
			pthread_cond_wait(&filled, &m);
		if (c > 1) {
			shared++;
			pthread_mutex_unlock(&m);
		} else {
			shared--;
			pthread_mutex_unlock(&m);
		}
	}
	return 0;
}

int keeps_an_address(void)
{
	pthread_mutex_lock(&m); /* keeps_an_address_cs none | own by reference* 2 | */
	int own = shared;
	kept = &own;
	pthread_mutex_unlock(&m);
	return get(kept);
}

int handed_then_back(int c)
{
	pthread_mutex_lock(&m); /* RCL001 */
again:
	shared++;
	if (c) {
		gives_back(c);
		if (c++ < 4)
			goto again;
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int never_returns_two(int c)
{
	pthread_mutex_lock(&m); /* never_returns_two_cs none | c in | return 1; */
	if (c) {
		while (1) {
			shared++;
			if (shared > 3) {
				pthread_mutex_unlock(&m);
				return 1;
			}
		}
		return 2;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int attempt_released_for_a_while(int c)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL004 */
		while (c--) {
			shared++;
			pthread_mutex_unlock(&m);
			usleep(1);
			pthread_mutex_lock(&m);
		}
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int taken_again_by_attempt(int c)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (c--) {
		shared++;
		pthread_mutex_unlock(&m);
		if (pthread_mutex_trylock(&m) != 0)
			return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int attempt_in_parentheses(void)
{
	if ((!pthread_mutex_trylock(&m))) { /* attempt_in_parentheses_cs? none | | */
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int static_inside(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	static int calls;
	shared = ++calls;
	pthread_mutex_unlock(&m);
	return calls;
}

int static_over_a_pause(void)
{
	pthread_mutex_lock(&m); /* static_over_a_pause_cs none | | pthread_mutex_lock(&m); */
	while (shared++ < 3) {
		static int calls;

		calls++;
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		shared += calls;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int keeps_a_statics_address(void)
{
	pthread_mutex_lock(&m); /* keeps_a_statics_address_cs none | | */
	static int own;
	kept = &own;
	pthread_mutex_unlock(&m);
	return 0;
}

int array_inside(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	int own[2] = {shared, 1};
	shared++;
	pthread_mutex_unlock(&m);
	return own[1];
}

int address_inside(void)
{
	pthread_mutex_lock(&m); /* address_inside_cs none | own out* | */
	int own = shared;
	shared = get(&own);
	pthread_mutex_unlock(&m);
	return own;
}

int address_kept_inside(void)
{
	pthread_mutex_lock(&m); /* address_kept_inside_cs none | own by reference* 2 | */
	int own = shared;
	kept = &own;
	pthread_mutex_unlock(&m);
	return *kept + own;
}

int volatile_inside(void)
{
	pthread_mutex_lock(&m); /* volatile_inside_cs none | own by reference* 1 | */
	volatile int own = shared;
	pthread_mutex_unlock(&m);
	return own;
}

int attempt_keeps_an_address(void)
{
	if (pthread_mutex_trylock(&m) == 0) { /* attempt_keeps_an_address_cs? none | | */
		int own = shared;

		kept = &own;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int measured_before_it_has_a_value(int c)
{
	int x, size = sizeof(x);

	pthread_mutex_lock(&m); /* measured_before_it_has_a_value_cs none | c in, x by reference 1, size in | */
	if (c > size)
		x = shared;
	pthread_mutex_unlock(&m);
	return c > size ? x : 0;
}

int in_an_expression(void)
{
	return ({
		pthread_mutex_lock(&m); /* in_an_expression_cs none | | */
		shared++;
		pthread_mutex_unlock(&m);
		shared;
	});
}

int taken_and_counted_by_macro(void)
{
	TAKEN_AND_COUNTED(); /* taken_and_counted_by_macro_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int called_by_macro(void)
{
	CALLED(pthread_mutex_lock(&m)); /* RCL008 */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int stored_by_macro(void)
{
	int error;

	STORED(pthread_mutex_lock(&m)); /* stored_by_macro_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return error;
}

int in_braces_of_macros(void)
{
	IN_BRACES /* in_braces_of_macros_cs none | | */
	shared++;
	OUT_OF_BRACES
	return 0;
}

int checked_by_hand(void)
{
	do {
		int e;
		if ((e = LOCKED) != 0) /* RCL005 */
			shared--;
	} while (0);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int guarded_with_more(int c)
{
	if (c) {
		pthread_mutex_lock(&m); /* guarded_with_more_cs none | | ! */
		shared++;
	}
	shared++;
	if (c)
		pthread_mutex_unlock(&m);
	return 0;
}

int behind_another_in_an_if(void)
{
#ifndef NO_LOCKS
	shared++;
	pthread_mutex_lock(&m); /* RCL021 */
#endif
	shared++;
#ifndef NO_LOCKS
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

int address_behind_a_pause(void)
{
	pthread_mutex_lock(&m); /* address_behind_a_pause_cs none | own kept* | pthread_mutex_lock(&m); */
	int own = shared;
	if (shared > 3) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
	}
	shared = get(&own);
	pthread_mutex_unlock(&m);
	return 0;
}

int one_member_before(int c)
{
	struct sixteen s;

	s.n[0] = c;
	pthread_mutex_lock(&m); /* one_member_before_cs none | s in-out | */
	s.n[1] = shared;
	pthread_mutex_unlock(&m);
	return s.n[0] + s.n[1];
}

int read_behind_its_write(void)
{
	int x;

	pthread_mutex_lock(&m); /* read_behind_its_write_cs none | x out | */
	shared = (x = shared + 1, x + 1);
	pthread_mutex_unlock(&m);
	return x;
}

int waits_with_its_own(void)
{
	pthread_mutex_lock(&m); /* waits_with_its_own_cs none | | */
	pthread_cond_t *own = shared ? &filled : &drained;
	pthread_cond_wait(own, &m);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int operand_before_a_wait(int c)
{
	pthread_mutex_lock(&m); /* operand_before_a_wait_cs none | c in, own kept* | */
	int own = shared;
	if (own + pthread_cond_wait(&filled, &m) > c)
		shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int in_a_tail_and_behind(int c)
{
	pthread_mutex_lock(&m); /* in_a_tail_and_behind_cs none | c in, own out* | return own; */
	int own = shared;
	if (c) {
		pthread_mutex_unlock(&m);
		return own;
	}
	pthread_mutex_unlock(&m);
	return own + 1;
}

int given_in_a_pause(void)
{
	pthread_mutex_lock(&m); /* given_in_a_pause_cs none | own out* | pthread_mutex_lock(&m); */
	int own = 0;
	if (shared > 3) {
		pthread_mutex_unlock(&m);
		own = usleep(1);
		pthread_mutex_lock(&m);
	}
	shared += own;
	pthread_mutex_unlock(&m);
	return 0;
}

int unset_over_a_pause(int c)
{
	int x;

	pthread_mutex_lock(&m); /* unset_over_a_pause_cs none | c in, x out | pthread_mutex_lock(&m); */
	if (c)
		x = shared;
	if (shared > 3) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
	}
	if (c)
		shared = x;
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int set_by_macro_on_one_way(int c)
{
	int x;

	pthread_mutex_lock(&m); /* set_by_macro_on_one_way_cs none | c in, x out | */
	if (c)
		SET_X;
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int whole_array(void)
{
	int own[2] = {1, 2};

	pthread_mutex_lock(&m); /* whole_array_cs none | own by reference 1 int (*own)[2] | */
	shared = (*&own)[1];
	pthread_mutex_unlock(&m);
	return own[0];
}

int first_of_array(void)
{
	int own[2] = {1, 2};

	pthread_mutex_lock(&m); /* first_of_array_cs none | own by reference 1 int *own | */
	shared = *own;
	pthread_mutex_unlock(&m);
	return own[0];
}

int measured_only(void)
{
	int x;

	pthread_mutex_lock(&m); /* measured_only_cs none | x section-local | */
	shared = sizeof(x);
	pthread_mutex_unlock(&m);
	return 0;
}

int set_and_read_on_one_way(int c)
{
	int x;

	pthread_mutex_lock(&m); /* set_and_read_on_one_way_cs none | c in, x section-local | */
	if (c)
		x = shared;
	if (c)
		shared = x + 1;
	pthread_mutex_unlock(&m);
	return 0;
}

int only_set_behind(int c)
{
	int x;

	pthread_mutex_lock(&m); /* only_set_behind_cs none | c in, x by reference 2 | */
	x = shared;
	shared = x + c;
	pthread_mutex_unlock(&m);
	x = c;
	return 0;
}

int used_before(int c)
{
	int x;

	x = c;
	usleep(x);
	pthread_mutex_lock(&m); /* used_before_cs none | x section-local | */
	x = shared;
	shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

int named_by_a_macro(void)
{
	struct seventeen large;

	pthread_mutex_lock(&m); /* RCL019 */
	SET_LARGE();
	pthread_mutex_unlock(&m);
	return large.n[0];
}

int masked_by_reference(int c)
{
	pthread_mutex_lock(&m); /* masked_by_reference_cs none | c by reference 2 | */
	get(&c);
	shared = c & 1;
	pthread_mutex_unlock(&m);
	return c;
}

int constant_inside(void)
{
	pthread_mutex_lock(&m); /* constant_inside_cs none | own out* | */
	const int *const own = first;
	shared++;
	pthread_mutex_unlock(&m);
	return *own;
}

int called_by_reference(int c)
{
	int (*call)(int *) = get, (**other)(int *) = &call;

	pthread_mutex_lock(&m); /* called_by_reference_cs none | c by reference 2, call by reference 1 int (**call)(int *), other in int (**other)(int *) | */
	shared = call(&c) + (*other)(&c);
	pthread_mutex_unlock(&m);
	return 0;
}

int spelled_on_two_lines(void)
{
	struct seventeen large;

	pthread_mutex_lock(&m); /* RCL019 */
	lar\
ge.n[0] = shared;
	pthread_mutex_unlock(&m);
	return large.n[0];
}

int array_of_its_own(void)
{
	pthread_mutex_lock(&m); /* array_of_its_own_cs none | | */
	int own[2] = {shared, 1};
	shared += own[1];
	pthread_mutex_unlock(&m);
	return 0;
}

int declared_behind_a_pause(int c)
{
	pthread_mutex_lock(&m); /* declared_behind_a_pause_cs none | c in-out | pthread_mutex_lock(&m); */
	while (c--) {
		if (shared > 3) {
			pthread_mutex_unlock(&m);
			usleep(1);
			pthread_mutex_lock(&m);
		}
		int own;
		if (c)
			own = shared;
		if (c)
			shared = own + 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int set_by_assembler_on_one_way(int c)
{
	int x;

	pthread_mutex_lock(&m); /* set_by_assembler_on_one_way_cs none | c in, x out | */
	if (c)
		__asm__("" : "=r"(x) : "0"(shared));
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int member_given_in_a_pause(void)
{
	pthread_mutex_lock(&m); /* member_given_in_a_pause_cs none | own out* | pthread_mutex_lock(&m); */
	struct sixteen own = {{0}};
	if (shared > 3) {
		pthread_mutex_unlock(&m);
		own.n[0] = usleep(1);
		pthread_mutex_lock(&m);
	}
	shared += own.n[0];
	pthread_mutex_unlock(&m);
	return 0;
}

int get(int *where)
{
	return ++*where;
}

int main(void)
{
	return 0;
}
