/* Variables with a clean-up function that are no guards, or more than that, and guards that are left in other ways. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), other = RCL_MUTEX_INITIALIZER(other);
static int count, given;

static rcl_mutex_t *take(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

static void give_back(rcl_mutex_t **mutex)
{
	if (*mutex)
		rcl_unlock(*mutex);
}

#define GUARD(m) rcl_mutex_t *guard __attribute__((cleanup(give_back))) = take(m)
#define NEED(condition, value) \
	if (!(condition)) \
		return value

/* It may take no lock, or another one. */
static rcl_mutex_t *take_if(rcl_mutex_t *mutex)
{
	if (count > 100)
		return NULL;
	rcl_lock(mutex);
	return mutex;
}

static rcl_mutex_t *take_other(rcl_mutex_t *mutex)
{
	if (count > 2)
		mutex = &other;
	rcl_lock(mutex);
	return mutex;
}

/* These do more than to give the lock back. */
static void give_back_and_count(rcl_mutex_t **mutex)
{
	given++;
	rcl_unlock(*mutex);
}

static void give_back_late(rcl_mutex_t **mutex)
{
	if (count < 1000) {
		rcl_unlock(*mutex);
		given += 2;
	}
}

static void give_back_other(rcl_mutex_t **mutex)
{
	if (*mutex)
		rcl_unlock(*mutex == &m ? &m : &other);
}

static void only_notes(rcl_mutex_t **mutex)
{
	given += *mutex != NULL;
}

static int by_macro(int n)
{
	GUARD(&m);

	NEED(n > 0, count - 1);
	count += n;
	return count;
}

static int uses_it(int n)
{
	GUARD(&m);

	count += n;
	rcl_unlock(guard);
	guard = NULL;
	return n;
}

static int may_take(int n)
{
	rcl_mutex_t *guard __attribute__((cleanup(give_back))) = take_if(&m);

	count += n;
	return count;
}

static int takes_other(int n)
{
	rcl_mutex_t *guard __attribute__((cleanup(give_back))) = take_other(&m);

	count += n;
	return count;
}

static int counts(int n)
{
	rcl_mutex_t *guard __attribute__((cleanup(give_back_and_count))) = take(&m);

	count += n;
	return given;
}

static int late(int n)
{
	rcl_mutex_t *guard __attribute__((cleanup(give_back_late))) = take(&m);

	count += n;
	return given;
}

static int of_other(int n)
{
	rcl_mutex_t *guard __attribute__((cleanup(give_back_other))) = take(&m);

	count += n;
	return count;
}

static int notes(int n)
{
	rcl_mutex_t *guard __attribute__((cleanup(only_notes))) = take(&m);

	count += n;
	rcl_unlock(&m);
	return count;
}

static int computed(int n)
{
	void *ways[] = { &&one, &&two };
	GUARD(&m);

	goto *ways[n & 1];
one:
	count++;
	return count;
two:
	count--;
	return -count;
}

struct in_a_case_cs {  /* m, in.c:155-157 */
	int n;         /* in */
};

static int in_a_case_cs(void *ctx)
{
	struct in_a_case_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 1;
}

static int in_a_case(int n)
{
	switch (n) {
	case 1:;
		struct in_a_case_cs cs = { .n = n };
		rcl_exec_anon(&m, in_a_case_cs, &cs, sizeof(cs));
		break;
	}
	return count;
}

static int of_a_value(int n)
{
	return ({ GUARD(&m); count += n; count; }) + n;
}

/* Two variables of one declaration, and a lock for each. */
static int two(int n)
{
	rcl_mutex_t     *a __attribute__((cleanup(give_back))) = take(&m),
			*b __attribute__((cleanup(give_back))) = take(&other);

	count += n;
	return count;
}

struct again_cs {    /* m, in.c:182-187 */
	int n;       /* in */
	int rounds;  /* in-out */
	int result;  /* out */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int n = cs->n;
	int rounds = cs->rounds;

	count += n;
	if (rounds++ < 3) {
		cs->rounds = rounds;
		return 1;
	}
	cs->result = count;
	return 2;
}

/* A jump back to before it takes the lock again. */
static int again(int n)
{
	int rounds = 0;
back:;
	struct again_cs cs = { .n = n, .rounds = rounds };
	int way = rcl_exec_anon(&m, again_cs, &cs, sizeof(cs));

	if (way == 1) {
		rounds = cs.rounds;
		goto back;
	}
	return cs.result;
}

/* What it returns is worked out by a call that a thread of another kind may not make. */
static _Thread_local int mine = 5;

struct of_the_thread_cs {  /* m, in.c:195-196 */
	int result;        /* out */
};

static int of_the_thread_cs(void *ctx)
{
	struct of_the_thread_cs *cs = ctx;

	cs->result = mine++ + count + errno;
	return 1;
}

static int of_the_thread(void)
{
	struct of_the_thread_cs cs;
	rcl_exec(&m, of_the_thread_cs, &cs, sizeof(cs));
	return cs.result;
}

/* What is in place of the lock in a branch cannot go on with it: nothing would give it back. */
static int in_a_branch(int n)
{
	int size = 0;
	GUARD(&m);

	count++;
	if (n == 1) {
		int list[n];
		list[0] = count;
		size = (int)sizeof(list) + list[0];
		void *there = __builtin_frame_address(0);
		return size + (there == NULL);
	}
	size += count;
	return size;
}

struct left_with_the_other_cs {  /* other, in.c:223-228 */
	int n;                   /* in */
	int seen;                /* out */
};

static int left_with_the_other_cs(void *ctx)
{
	struct left_with_the_other_cs *cs = ctx;
	int n = cs->n;
	int seen;

	seen = given + n;
	if (n == 1) {
		cs->seen = seen;
		return RCL_KEEP | 1;
	}
	given++;
	return 0;
}

/* Another section is left with its lock in the scope of one that stays. */
static int left_with_the_other(int n)
{
	int seen = 0;
	GUARD(&m); /* rcl: keep -- the other one is meant */

	struct left_with_the_other_cs cs = { .n = n };
	if (rcl_exec_anon(&other, left_with_the_other_cs, &cs, sizeof(cs)) == 1) {
		seen = cs.seen;
		return seen;
	}
	return n;
}

/* The mutex is found anew where it is given back by hand, but not by a guard. */
struct list {
	rcl_mutex_t mutex;
	struct list *next;
	int n;
};

static int walks(struct list *l)
{
	rcl_mutex_t *guard __attribute__((cleanup(give_back))) = take(&l->mutex);

	l->n++;
	l = l->next;
	return l->n;
}

int main(void)
{
	struct list lists[2] = { { RCL_MUTEX_INITIALIZER(list_mutex_main), &lists[1], 1 }, { RCL_MUTEX_INITIALIZER(list_mutex_main_250), &lists[0], 2 } };

	printf("%d %d\n", by_macro(0), by_macro(1));
	printf("%d %d\n", uses_it(2), count);
	printf("%d %d\n", may_take(3), takes_other(1));
	printf("%d %d %d\n", counts(1), late(1), given);
	printf("%d %d\n", of_other(1), notes(1));
	printf("%d %d\n", computed(0), computed(1));
	printf("%d %d\n", in_a_case(1), of_a_value(2));
	printf("%d %d\n", two(1), again(1));
	errno = 0;
	printf("%d %d\n", of_the_thread(), mine);
	printf("%d %d\n", in_a_branch(1), in_a_branch(2));
	printf("%d ", left_with_the_other(0));
	printf("%d\n", left_with_the_other(1));
	rcl_unlock(&other);
	printf("%d %d\n", walks(&lists[0]), walks(&lists[1]));
	printf("%d %d\n", rcl_trylock(&m), rcl_trylock(&other));
	return 0;
}
