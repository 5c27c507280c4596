/* Lock functions that note something while they have the mutex: those with a section of their own are no wrappers. */
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>

struct my_mutex {
	pthread_mutex_t m;
	int held, taken;
	void *where;
	pthread_mutex_t *again;
};

struct with_lock {
	struct my_mutex lock;
	int n;
};

struct named {
	struct my_mutex *lock;
};

static struct my_mutex the = { .m = PTHREAD_MUTEX_INITIALIZER };
static struct my_mutex *the_one = &the;
static struct with_lock with = { .lock = { .m = PTHREAD_MUTEX_INITIALIZER } };
static __thread struct my_mutex own = { .m = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int debug, shared, table[4];
static jmp_buf back;

int asks(void);
void tidy(int *n);
void tidied(void *n);

/* what the statements may hold */

void take_noting(struct my_mutex *l) { pthread_mutex_lock(&l->m); l->held = 1; }

int take_answering(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m);
	l->held = 1;
	return 0;
}

void take_with_a_value(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_with_a_value_cs none | l in | ! */
	l->taken++;
	l->held = ({ int x = 1; x; });
}

void take_with_assembler(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_with_assembler_cs none | l in | ! */
	l->taken++;
	__asm__ volatile ("" : : : "memory");
	l->held = 1;
}

void take_where(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_where_cs none | l in | ! */
	l->held = 1;
	l->where = __builtin_return_address(0);
}

void take_back_there(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* RCL012 */
	l->held = setjmp(back);
}

void take_some_room(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_some_room_cs none | l in | ! */
	l->held = 1;
	l->where = alloca(4);
}

void take_counting(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_counting_cs none | l in | ! */
	static int n;
	n++;
	l->held = n;
}

void take_with_a_start(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_with_a_start_cs none | l in | ! */
	l->taken++;
	static int n = 1;
	l->held = n;
}

void take_with_another(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_with_another_cs none | l in | ! */
	pthread_mutex_t *m = &l->m;
	l->again = m;
}

void take_and_say(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_and_say_cs none | l in | ! */
	int n = ++l->taken;
	l->held = n;
	(void)n;
}

int take_and_tell(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_and_tell_cs none | l in, n out* | return n;(n)! */
	int n = ++l->taken;
	l->held = 1;
	return n;
}

/* how control gets by them */

void take_and_jump(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_and_jump_cs none | l in | return;! */
	if (debug)
		goto out;
	l->held = 1;
out:
	return;
}

void take_and_leave(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_and_leave_cs none | l in | !, return;! */
	if (debug)
		return;
	l->held = 1;
}

void take_and_leave_at_last(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_and_leave_at_last_cs none | l in | !, return;! */
	l->held = 1;
	if (debug) {
		l->taken++;
		return;
	}
}

void take_or_abort(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_or_abort_cs none | l in | ! */
	if (debug) {
		abort();
		return;
	}
	l->held = 1;
}

void take_and_never_leave(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_and_never_leave_cs none | l in | !, return;! */
	if (0)
		return;
	l->held = 1;
}

int take_or_leave(struct my_mutex *l)
{
	if (debug)
		return 1;
	pthread_mutex_lock(&l->m); /* take_or_leave_cs none | l in | return 0;! */
	l->held = 1;
	return 0;
}

int take_or_fail(struct my_mutex *l)
{
	if (pthread_mutex_lock(&l->m) != 0)
		return 1;
	l->held = 1;
	return 0;
}

int try_to_take(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) /* try_to_take_cs? none | l in | return 0;! */
		return 1;
	l->held = 1;
	return 0;
}

int take_in_a_test(struct my_mutex *l)
{
	if (pthread_mutex_lock(&l->m) == 0) /* RCL001 */
		l->held = 1;
	return 0;
}

void take_in_one(struct my_mutex *l)
{
	l->held = (pthread_mutex_lock(&l->m), 1); /* RCL032 */
}

void take_tidily(struct my_mutex *l)
{
	int n __attribute__((cleanup(tidy))) = 0;
	pthread_mutex_lock(&l->m); /* take_tidily_cs none | l in | ! */
	l->held = 1;
}

void take_with_handler(struct my_mutex *l)
{
	pthread_cleanup_push(tidied, &shared);
	pthread_mutex_lock(&l->m); /* RCL012 */
	pthread_cleanup_pop(0);
	l->held = 1;
}

void take_before_a_handler(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m); /* take_before_a_handler_cs thread waits | l in | ! */
	pthread_cleanup_push(tidied, &shared);
	l->held = 1;
	pthread_cleanup_pop(0);
}

void take_and_go(struct my_mutex *l, int n)
{
	static void *to[] = { &&one, &&two };
	pthread_mutex_lock(&l->m); /* RCL012 */
	l->held = 1;
	goto *to[n & 1];
one:
	shared++;
two:
	return;
}

/* what they are made of */

void take_after_more(struct my_mutex *l, int n)
{
	n += 2;
	pthread_mutex_lock(&l->m); /* take_after_more_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_either(struct my_mutex *l, int c)
{
	int n = 1;
	if (c)
		n = 2;
	pthread_mutex_lock(&l->m); /* take_after_either_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_a_look(struct my_mutex *l)
{
	int n = l->taken;
	pthread_mutex_lock(&l->m); /* take_after_a_look_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_a_look_there(struct my_mutex *l, int *at)
{
	int n = *at;
	pthread_mutex_lock(&l->m); /* take_after_a_look_there_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_a_look_around(struct my_mutex *l)
{
	int n = debug;
	pthread_mutex_lock(&l->m); /* take_after_a_look_around_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_a_search(struct my_mutex *l, int *at, int i)
{
	int n = at[i];
	pthread_mutex_lock(&l->m); /* take_after_a_search_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_a_call(struct my_mutex *l)
{
	int n = asks();
	pthread_mutex_lock(&l->m); /* take_after_a_call_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_statements(struct my_mutex *l, int i)
{
	int n = ({ int x = 1; x + 1; });
	pthread_mutex_lock(&l->m); /* take_after_statements_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_two(struct my_mutex *l)
{
	int first = debug, n = 2 + first;
	pthread_mutex_lock(&l->m); /* take_after_two_cs none | l in, n in | ! */
	l->held = n;
}

void take_after_sums(struct my_mutex *l, int i)
{
	int first = i * 2, n = first + 1;
	pthread_mutex_lock(&l->m); /* take_after_sums_cs none | l in, n in | ! */
	l->held = n;
}

void take_by_a_static(struct my_mutex *l)
{
	static int n = 3;
	pthread_mutex_lock(&l->m); /* take_by_a_static_cs none | l in, n by reference 1 | ! */
	l->held = n;
}

void take_by_a_lock(struct my_mutex *l)
{
	pthread_mutex_t *m = &l->m;
	pthread_mutex_lock(m); /* take_by_a_lock_cs none | l in, m in | ! */
	l->again = m;
}

void take_beside_a_lock(struct my_mutex *l)
{
	pthread_mutex_t *m = &l->m;
	pthread_mutex_lock(&l->m); /* take_beside_a_lock_cs none | l in, m in | ! */
	l->again = m;
}

void take_by_a_cast(struct my_mutex *l)
{
	pthread_mutex_t *m = (pthread_mutex_t *)l;
	pthread_mutex_lock(&l->m); /* take_by_a_cast_cs none | l in, m in | ! */
	l->again = m;
}

void take_through(struct named *by)
{
	struct my_mutex *l = by->lock;
	pthread_mutex_lock(&l->m); /* take_through_cs none | l in | ! */
	l->held = 1;
}

void take_one_of(struct my_mutex **many, int i)
{
	struct my_mutex *l = many[i];
	pthread_mutex_lock(&l->m); /* take_one_of_cs none | l in | ! */
	l->held = 1;
}

void take_and_count(struct my_mutex *l, int n)
{
	int more = n + 1;
	pthread_mutex_lock(&l->m);
	l->held = 1;
	(void)more;
}

/* who calls them, and what those are given */

void give_noting(struct my_mutex *l) { l->held = 0; pthread_mutex_unlock(&l->m); }

int give_answering(struct my_mutex *l)
{
	l->held = 0;
	return pthread_mutex_unlock(&l->m);
}

void give_and_leave(struct my_mutex *l)
{
	l->held = 0;
	if (debug)
		return;
	pthread_mutex_unlock(&l->m);
}

void give_some(struct my_mutex *l)
{
	if (debug)
		l->held = 0;
	pthread_mutex_unlock(&l->m);
}

void give_in_one(struct my_mutex *l)
{
	(l->held = 0, pthread_mutex_unlock(&l->m));
}

int noting(void)
{
	take_noting(&the); /* noting_cs none | | */
	shared++;
	give_noting(&the);
	return 0;
}

int answering(void)
{
	take_answering(&the); /* answering_cs none | | */
	shared++;
	give_answering(&the);
	return 0;
}

int leaving(void)
{
	take_noting(&the); /* leaving_cs none | | ! */
	shared++;
	give_and_leave(&the);
	return 0;
}

int sometimes(void)
{
	take_noting(&the); /* sometimes_cs none | | */
	shared++;
	give_some(&the);
	return 0;
}

int in_one(void)
{
	take_noting(&the); /* in_one_cs none | | ! */
	shared++;
	give_in_one(&the);
	return 0;
}

int counted(int n)
{
	take_and_count(&the, n); /* counted_cs none | | */
	shared++;
	give_noting(&the);
	return 0;
}

#define NOTING(l) for (int once = (take_noting(l), 0); once < 1; once = (give_noting(l), 1))

void scoped(int n)
{
	NOTING(&the) { /* RCL036 */
		shared += n;
	}
}

void in_branches(int n)
{
	if (n) {
		debug++;
		take_noting(&the); /* RCL036 */
	} else
		take_noting(&the);
	shared += n;
	give_noting(&the);
}
