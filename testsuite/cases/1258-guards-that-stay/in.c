/* Variables with a clean-up function that are no guards, or more than that, and guards that are left in other ways. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int count, given;

static pthread_mutex_t *take(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

static void give_back(pthread_mutex_t **mutex)
{
	if (*mutex)
		pthread_mutex_unlock(*mutex);
}

#define GUARD(m) pthread_mutex_t *guard __attribute__((cleanup(give_back))) = take(m)
#define NEED(condition, value) \
	if (!(condition)) \
		return value

/* It may take no lock, or another one. */
static pthread_mutex_t *take_if(pthread_mutex_t *mutex)
{
	if (count > 100)
		return NULL;
	pthread_mutex_lock(mutex);
	return mutex;
}

static pthread_mutex_t *take_other(pthread_mutex_t *mutex)
{
	if (count > 2)
		mutex = &other;
	pthread_mutex_lock(mutex);
	return mutex;
}

/* These do more than to give the lock back. */
static void give_back_and_count(pthread_mutex_t **mutex)
{
	given++;
	pthread_mutex_unlock(*mutex);
}

static void give_back_late(pthread_mutex_t **mutex)
{
	if (count < 1000) {
		pthread_mutex_unlock(*mutex);
		given += 2;
	}
}

static void give_back_other(pthread_mutex_t **mutex)
{
	if (*mutex)
		pthread_mutex_unlock(*mutex == &m ? &m : &other);
}

static void only_notes(pthread_mutex_t **mutex)
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
	pthread_mutex_unlock(guard);
	guard = NULL;
	return n;
}

static int may_take(int n)
{
	pthread_mutex_t *guard __attribute__((cleanup(give_back))) = take_if(&m);

	count += n;
	return count;
}

static int takes_other(int n)
{
	pthread_mutex_t *guard __attribute__((cleanup(give_back))) = take_other(&m);

	count += n;
	return count;
}

static int counts(int n)
{
	pthread_mutex_t *guard __attribute__((cleanup(give_back_and_count))) = take(&m);

	count += n;
	return given;
}

static int late(int n)
{
	pthread_mutex_t *guard __attribute__((cleanup(give_back_late))) = take(&m);

	count += n;
	return given;
}

static int of_other(int n)
{
	pthread_mutex_t *guard __attribute__((cleanup(give_back_other))) = take(&m);

	count += n;
	return count;
}

static int notes(int n)
{
	pthread_mutex_t *guard __attribute__((cleanup(only_notes))) = take(&m);

	count += n;
	pthread_mutex_unlock(&m);
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

static int in_a_case(int n)
{
	switch (n) {
	case 1:;
		GUARD(&m);
		count += n;
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
	pthread_mutex_t *a __attribute__((cleanup(give_back))) = take(&m),
			*b __attribute__((cleanup(give_back))) = take(&other);

	count += n;
	return count;
}

/* A jump back to before it takes the lock again. */
static int again(int n)
{
	int rounds = 0;
back:;
	GUARD(&m);

	count += n;
	if (rounds++ < 3)
		goto back;
	return count;
}

/* What it returns is worked out by a call that a thread of another kind may not make. */
static _Thread_local int mine = 5;

static int of_the_thread(void)
{
	GUARD(&m);
	return mine++ + count + errno;
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

/* Another section is left with its lock in the scope of one that stays. */
static int left_with_the_other(int n)
{
	int seen = 0;
	GUARD(&m); /* rcl: keep -- the other one is meant */

	pthread_mutex_lock(&other);
	seen = given + n;
	if (n == 1)
		return seen;
	given++;
	pthread_mutex_unlock(&other);
	return n;
}

/* The mutex is found anew where it is given back by hand, but not by a guard. */
struct list {
	pthread_mutex_t mutex;
	struct list *next;
	int n;
};

static int walks(struct list *l)
{
	pthread_mutex_t *guard __attribute__((cleanup(give_back))) = take(&l->mutex);

	l->n++;
	l = l->next;
	return l->n;
}

int main(void)
{
	struct list lists[2] = { { PTHREAD_MUTEX_INITIALIZER, &lists[1], 1 }, { PTHREAD_MUTEX_INITIALIZER, &lists[0], 2 } };

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
	pthread_mutex_unlock(&other);
	printf("%d %d\n", walks(&lists[0]), walks(&lists[1]));
	printf("%d %d\n", pthread_mutex_trylock(&m), pthread_mutex_trylock(&other));
	return 0;
}
