/* How locks are taken, tried, given back for a while and taken again: each function differs in one thing. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int shared;

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

#define GIVE_AND_LEAVE given(c); return 1
#define BEGIN {
#define END }

static void taken_if(int c)
{
	if (c)
		pthread_mutex_lock(&m);
}

static void released_if(int c)
{
	if (c)
		pthread_mutex_unlock(&m);
}

/* It may release the lock for good. */
static int given(int c)
{
	if (c > 3)
		pthread_mutex_unlock(&m);
	return c > 3;
}

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

/* a section in a pause, which begins at the release before it */
int two_pauses(int c)
{
	pthread_mutex_lock(&m); /* two_pauses_m_1_cs none | c in-out | pthread_mutex_lock(&m); */
	while (c--) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m); /* two_pauses_m_2_cs none | | */
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

/* ------------------------------------------------------------------ conditions */

/* a wrapper's condition is another one when the lock is given back */
int condition_that_changes(int c)
{
	taken_if(c); /* condition_that_changes_cs none | c in-out | ! */
	shared++;
	c = !c;
	released_if(c);
	return c;
}

int condition_here_alone(int c)
{
	taken_if(c); /* condition_here_alone_cs none | | */
	shared++;
	if (c)
		pthread_mutex_unlock(&m);
	return c;
}

int released_whatever_it_is(int c)
{
	taken_if(c); /* released_whatever_it_is_cs none | | ! */
	shared++;
	pthread_mutex_unlock(&m);
	return c;
}

/* given back where it is not held on the way that a variable tells of */
int released_on_both_ways(int c)
{
	int locked = 0;

	if (c) {
		pthread_mutex_lock(&m); /* released_on_both_ways_cs none | locked out | ! */
		locked = 1;
		shared++;
	}
	if (locked)
		usleep(1);
	pthread_mutex_unlock(&m);
	return 0;
}

/* the result is turned round, and asked for later */
int turned_and_later(int c)
{
	int had = !pthread_mutex_trylock(&m); /* RCL003 */

	usleep(1);
	if (had) {
		shared += c;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int kept_and_later(int c)
{
	int error = pthread_mutex_trylock(&m); /* RCL003 */

	usleep(1);
	if (!error) {
		shared += c;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* ------------------------------------------------------------------ what a condition sets */

int set_behind_or(int c)
{
	int x = c + 1;

	pthread_mutex_lock(&m); /* set_behind_or_cs none | c in, x in | */
	if (c > 3 || (x = shared))
		shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

int set_behind_or_in_parentheses(int c)
{
	int x = c + 1;

	pthread_mutex_lock(&m); /* set_behind_or_in_parentheses_cs none | c in, x in | */
	if ((c > 3 || (x = shared)))
		shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

int set_behind_and(int c)
{
	int x = c + 1;

	pthread_mutex_lock(&m); /* set_behind_and_cs none | c in, x section-local | */
	if (c > 3 && (x = shared))
		shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

int set_behind_not_or(int c)
{
	int x = c + 1;

	pthread_mutex_lock(&m); /* set_behind_not_or_cs none | c in, x section-local | */
	if (!(c > 3 || (x = shared)))
		shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

/* no branch depends on it, and still its right side may not be evaluated */
int set_in_a_value(int c)
{
	int x = c + 1, y;

	pthread_mutex_lock(&m); /* set_in_a_value_cs none | c in, x in, y section-local | */
	y = c > 3 || (x = shared);
	shared += x + y;
	pthread_mutex_unlock(&m);
	return 0;
}

int set_in_a_choice(int c)
{
	int x = c + 1, y = c + 2;

	pthread_mutex_lock(&m); /* set_in_a_choice_cs none | c in, x in, y in | */
	c ? (x = shared) : (y = shared);
	shared += x + y;
	pthread_mutex_unlock(&m);
	return 0;
}

int set_behind_a_comma(int c)
{
	int x = c + 1;

	pthread_mutex_lock(&m); /* set_behind_a_comma_cs none | c in, x section-local | */
	if (c++, x = shared, x > c)
		shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

/* ------------------------------------------------------------------ ways out */

/* two releases in the section's own block: the last one ends it */
int two_ends(int c)
{
	pthread_mutex_lock(&m); /* two_ends_cs none | c in | return 1; */
	shared++;
	if (c)
		goto second;
	pthread_mutex_unlock(&m);
	return 1;
second:
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

/* what follows a release takes the lock again, and keeps it */
int taken_in_a_tail(int c)
{
	pthread_mutex_lock(&m); /* taken_in_a_tail_cs none | c in | return 1; */
	shared++;
	if (c) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m); /* RCL032 */
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* what follows a release has a section that waits */
int wait_in_a_tail(int c)
{
	pthread_mutex_lock(&m); /* wait_in_a_tail_m_1_cs none | c in | return 1; */
	if (c) {
		shared++;
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m); /* wait_in_a_tail_m_2_cs none | | */
		while (!shared)
			pthread_cond_wait(&changed, &m);
		shared--;
		pthread_mutex_unlock(&m);
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* continue leads to the condition, which is false, and so to the end */
int continue_at_the_end(int c)
{
	pthread_mutex_lock(&m); /* RCL007 */
	do {
		if (c) {
			shared++;
			pthread_mutex_unlock(&m);
			continue;
		}
		shared--;
		pthread_mutex_unlock(&m);
	} while (0);
	return 0;
}

/* other code jumps into what follows a release */
int label_in_a_tail(int c)
{
	pthread_mutex_lock(&m); /* RCL009 */
	if (c == 1) {
		shared++;
		pthread_mutex_unlock(&m);
out:
		usleep(1);
		return 1;
	}
	if (c == 2) {
		pthread_mutex_unlock(&m);
		goto out;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* a loop of its own in a pause, with a way out of it */
int loop_in_a_pause(int c)
{
	pthread_mutex_lock(&m); /* loop_in_a_pause_cs none | c in-out | pthread_mutex_lock(&m); */
	while (c--) {
		pthread_mutex_unlock(&m);
		for (int i = 0; i < c; i++)
			if (usleep(1))
				break;
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int label_in_a_pause(int c)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (c--) {
		pthread_mutex_unlock(&m);
more:
		if (usleep(1))
			goto more;
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* a callee may release it, and a macro makes more than its call */
int given_by_a_macro(int c)
{
	pthread_mutex_lock(&m); /* given_by_a_macro_cs none | c in | GIVE_AND_LEAVE;! */
	shared++;
	if (c) {
		GIVE_AND_LEAVE;
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

/* and then the section goes on */
int given_and_back(int c)
{
	pthread_mutex_lock(&m); /* given_and_back_cs none | | ! */
	shared++;
back:
	shared--;
	if (c) {
		if (!given(c))
			goto back;
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* the statement with the release reads what the section has set */
int added_to_a_release(int c)
{
	int n;

	pthread_mutex_lock(&m); /* added_to_a_release_cs none | c in, n out | */
	n = shared += c;
	return n + pthread_mutex_unlock(&m);
}

int set_beside_a_release(int c)
{
	int n, error;

	pthread_mutex_lock(&m); /* set_beside_a_release_cs none | c in, n out | */
	n = shared += c;
	error = n * pthread_mutex_unlock(&m);
	return error;
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
	if (pthread_mutex_trylock(&m) == 0) { /* else_if_cs? none | c in | */
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

/* What a condition is about changes before the release: an element of its array, or of a field of that name; an array
   that is handed on; memory behind a pointer that may be it; a struct that holds it. */
struct flags {
	int on, of[3];
};

struct pair {
	int on, off;
};

static int enabled[4], enable;

void fill(int *);

int guard_in_an_array(int i, int j)
{
	if (enabled[i])
		pthread_mutex_lock(&m); /* guard_in_an_array_cs none | j in | ! */
	shared++;
	enabled[j] = 0;
	if (enabled[i])
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_an_array_of_its_own(int i, int j)
{
	int own[2] = {i, j};
	if (own[i])
		pthread_mutex_lock(&m); /* guard_in_an_array_of_its_own_cs none | j in, own by reference 1 int *own | ! */
	shared++;
	own[j] = 1;
	if (own[i])
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_an_array_that_is_handed_on(int i)
{
	int own[2] = {i, i};
	if (own[0])
		pthread_mutex_lock(&m); /* guard_in_an_array_that_is_handed_on_cs thread waits | own by reference 1 int *own | ! */
	shared++;
	fill(own);
	if (own[0])
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_behind_a_pointer(int i)
{
	int *to = &enable;
	if (enable)
		pthread_mutex_lock(&m); /* guard_behind_a_pointer_cs none | i in, to in | ! */
	shared++;
	*to = i;
	if (enable)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_field_of_several(struct flags *p, struct flags *q, int i)
{
	if (p->of[0])
		pthread_mutex_lock(&m); /* guard_in_a_field_of_several_cs none | q in, i in | ! */
	shared++;
	q->of[i] = 2;
	if (p->of[0])
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_struct_that_is_set(struct flags *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_struct_that_is_set_cs none | q in | ! */
	shared++;
	*q = (struct flags){0};
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_struct_that_is_filled(struct flags *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_struct_that_is_filled_cs none | q in | ! */
	shared++;
	memset(q, 0, sizeof(*q));
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_that_assembler_sets(int i)
{
	if (i)
		pthread_mutex_lock(&m); /* guard_that_assembler_sets_cs none | i in-out | ! */
	shared++;
	asm("" : "=r"(i));
	if (i)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_beside_another_field(struct flags *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_beside_another_field_cs none | q in | */
	shared++;
	q->of[1] = 2;
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_beside_text(struct pair *p, char *text)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_beside_text_cs none | text in | */
	shared++;
	memset(text, 0, 3);
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

/* What is cut off a number that is not 0 may be 0. */
int cut_off(int had)
{
	pthread_mutex_lock(&m); /* cut_off_cs none | had in | !, return 1; */
	shared++;
	if (!had) {
		pthread_mutex_unlock(&m);
		return 1;
	}
	if ((char)had)
		pthread_mutex_unlock(&m);
	return 3;
}

int not_cut_off(int had)
{
	pthread_mutex_lock(&m); /* not_cut_off_cs none | had in | return 1;, */
	shared++;
	if (!had) {
		pthread_mutex_unlock(&m);
		return 1;
	}
	if ((bool)had)
		pthread_mutex_unlock(&m);
	return 3;
}

#define LOOP(of) for (of)

/* The semicolons stand in what the macro is given. */
int loop_of_a_macro(int n)
{
	int i;

	pthread_mutex_lock(&m); /* loop_of_a_macro_cs none | n in, i out | */
	LOOP(i = 0; i < n; i++)
		shared++;
	pthread_mutex_unlock(&m);
	return i;
}

/* Functions that do more than to take or release a lock: a section must not lose that. */
void note(int);

static void noting(pthread_mutex_t *lock)
{
	note(3);
	pthread_mutex_lock(lock);
}

static void noting_behind(pthread_mutex_t *lock)
{
	pthread_mutex_unlock(lock);
	note(3);
}

static void noting_if(pthread_mutex_t *lock)
{
	if (pthread_mutex_lock(lock) != 0)
		note(3);
}

int noted(int n)
{
	noting(&m); /* noted_cs none | n in | */
	shared += n;
	pthread_mutex_unlock(&m);
	return 0;
}

int noted_behind(int n)
{
	pthread_mutex_lock(&m); /* noted_behind_cs none | n in | */
	shared += n;
	noting_behind(&m);
	return 0;
}

int noted_if(int n)
{
	noting_if(&m); /* noted_if_cs none | n in | */
	shared += n;
	pthread_mutex_unlock(&m);
	return 0;
}

/* two in one expression */
int both_at_once(int n)
{
	if (pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&other) == 0) { /* both_at_once_cs none | n in | */
		shared += n;
		pthread_mutex_unlock(&other);
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* What a condition reads shares memory with what is written: in a union, in a struct that holds the other one, behind a
   pointer to it, by its offset, in an array that is handed on; or it does not. */
union view {
	struct flags flags;
	struct {
		int low, high;
	};
	int number;
};

struct outer {
	struct flags inner[2];
	int apart;
};

struct unlike {
	int on;
};

static struct flags both;

int guard_in_a_union(union view *v)
{
	if (v->high)
		pthread_mutex_lock(&m); /* guard_in_a_union_cs none | v in | ! */
	shared++;
	v->number = 0;
	if (v->high)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_struct_in_a_union(struct flags *p, union view *v)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_struct_in_a_union_cs none | v in | ! */
	shared++;
	v->low = 0;
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_union_of_its_own(int n)
{
	union {
		int number;
		short part;
	} own = {n};
	if (own.number)
		pthread_mutex_lock(&m); /* guard_in_a_union_of_its_own_cs none | own in-out | ! */
	shared++;
	own.part = 0;
	if (own.number)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_part_of_what_is_set(struct flags *p, struct outer *o)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_part_of_what_is_set_cs none | o in | ! */
	shared++;
	*o = (struct outer){0};
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_whole_whose_part_is_set(struct outer *o, struct flags *p)
{
	if (o->inner[0].on)
		pthread_mutex_lock(&m); /* guard_in_a_whole_whose_part_is_set_cs none | p in | ! */
	shared++;
	*p = (struct flags){0};
	if (o->inner[0].on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_local_that_is_set(struct flags q)
{
	struct flags own = q, *p = &own;
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_local_that_is_set_cs none | own by reference 1 | ! */
	shared++;
	own = (struct flags){0};
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_struct_that_is_set_as_another(struct flags *p, struct unlike *u)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_struct_that_is_set_as_another_cs none | p in, u in | ! */
	shared++;
	*(struct unlike *)p = *u;
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_at_an_offset(struct unlike *u)
{
	if (u->on)
		pthread_mutex_lock(&m); /* guard_at_an_offset_cs none | u in | ! */
	shared++;
	*(int *)((char *)u + __builtin_offsetof(struct unlike, on)) = 0;
	if (u->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_of_what_is_behind_a_pointer(struct flags *p)
{
	int *to = &p->on;
	if (*to)
		pthread_mutex_lock(&m); /* guard_of_what_is_behind_a_pointer_cs none | p in | ! */
	shared++;
	p->on = 0;
	if (*to)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_of_an_element_behind_a_pointer(struct flags *p)
{
	int *to = p->of;
	if (to[1])
		pthread_mutex_lock(&m); /* guard_of_an_element_behind_a_pointer_cs none | p in | ! */
	shared++;
	p->of[1] = 0;
	if (to[1])
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_shared_array_that_is_handed_on(void)
{
	if (enabled[0])
		pthread_mutex_lock(&m); /* guard_in_a_shared_array_that_is_handed_on_cs thread waits | | ! */
	shared++;
	fill(enabled);
	if (enabled[0])
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_in_a_struct_that_is_read(struct flags *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_struct_that_is_read_cs errno waits | q in | ! */
	shared++;
	read(0, q, sizeof(*q));
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

static void clear(void *of, unsigned long n)
{
	memset(of, 0, n);
}

int guard_in_a_struct_that_is_cleared(struct flags *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_in_a_struct_that_is_cleared_cs none | q in | ! */
	shared++;
	clear(q, sizeof(*q));
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_beside_a_struct_that_is_cleared(struct pair *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_beside_a_struct_that_is_cleared_cs none | q in | */
	shared++;
	clear(q, sizeof(*q));
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_of_a_part_whose_address_is_taken(int i)
{
	int *to = &both.on;
	if (both.on)
		pthread_mutex_lock(&m); /* guard_of_a_part_whose_address_is_taken_cs none | i in, to in | ! */
	shared++;
	*to = i;
	if (both.on)
		pthread_mutex_unlock(&m);
	return 0;
}

static struct pair pair;

int *part_of_a_pair(void)
{
	return &pair.off;
}

int guard_beside_another_part(int *to)
{
	if (pair.on)
		pthread_mutex_lock(&m); /* guard_beside_another_part_cs none | to in | */
	shared++;
	*to = 0;
	if (pair.on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_beside_a_struct_of_another_type(struct pair *p, struct outer *o)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_beside_a_struct_of_another_type_cs none | o in | */
	shared++;
	*o = (struct outer){0};
	memset(o, 0, sizeof(*o));
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_beside_a_struct_that_is_read(struct pair *p, struct flags *q)
{
	if (p->on)
		pthread_mutex_lock(&m); /* guard_beside_a_struct_that_is_read_cs errno waits | q in | */
	shared++;
	read(0, q, sizeof(*q));
	if (p->on)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_around_a_part(struct outer *o, struct flags *p)
{
	if (o->apart)
		pthread_mutex_lock(&m); /* guard_around_a_part_cs none | p in | */
	shared++;
	*p = (struct flags){0};
	if (o->apart)
		pthread_mutex_unlock(&m);
	return 0;
}

int guard_beside_a_copy(struct flags *p, struct flags *q)
{
	struct flags own = *q;
	if (p->on)
		pthread_mutex_lock(&m); /* guard_beside_a_copy_cs none | q in, own in-out | */
	shared += own.on;
	own = *q;
	if (p->on)
		pthread_mutex_unlock(&m);
	return own.on;
}

int main(void)
{
	return 0;
}
