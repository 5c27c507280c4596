/* What lock functions are given goes by macros and types of their caller's own, or asks where it stands by a macro. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; const char *where; int size; int *counter; };

static struct my_mutex lock = { PTHREAD_MUTEX_INITIALIZER, "", 0, NULL };
static struct my_mutex named = { PTHREAD_MUTEX_INITIALIZER, "", 0, NULL };
static int sum, first, second;

struct item { char name[4]; };

#define WHERE "outside"
#define COUNTER first
#define HERE __func__
#define NOTE_NAME(l) ((l)->where = __func__)

static void take(struct my_mutex *l, const char *where, int size)
{
	pthread_mutex_lock(&l->m);
	l->where = where;
	l->size = size;
}

static void give(struct my_mutex *l, int *counter)
{
	++*counter;
	pthread_mutex_unlock(&l->m);
}

/* this one's name is noted: its callers stay in place */
static void take_named(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m);
	NOTE_NAME(l);
}

static void by_macros(int n)
{
#undef WHERE
#define WHERE "inside"
	take(&lock, WHERE, 0);
	sum += n;
	printf("%s\n", lock.where);
	give(&lock, &first);
#undef WHERE
#define WHERE "outside"
}

/* what counts is not to be had in front of the function */
static void by_counters(int n)
{
#undef COUNTER
#define COUNTER second
	take(&lock, "counted", 0);
	sum += n;
	give(&lock, &COUNTER);
#undef COUNTER
#define COUNTER first
}

static void by_types(int n)
{
	struct item { char name[8]; };

	take(&lock, "", sizeof(struct item));
	sum += n * lock.size;
	give(&lock, &COUNTER);
}

static void by_name(int n)
{
	take(&lock, HERE, 1);
	sum += n;
	printf("%s\n", lock.where);
	give(&lock, &COUNTER);
}

static void by_its_name(int n)
{
	take_named(&named);
	sum += n;
	printf("%s\n", named.where);
	pthread_mutex_unlock(&named.m);
}

int main(void)
{
	by_macros(1);
	by_counters(2);
	by_types(3);
	by_name(4);
	by_its_name(5);
	printf("%d %d %d\n", sum, first, second);
	return 0;
}
