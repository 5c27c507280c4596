#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define _cleanup_(f) __attribute__((cleanup(f)))
#define GUARD(m) rcl_mutex_t *guard __attribute__((cleanup(unlock_it))) = lock_it(m)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

/* Called where a variable's scope ends, with the variable's address. */
static void unlock_it(rcl_mutex_t **mutex)
{
	if (*mutex)
		rcl_unlock(*mutex);
}

static rcl_mutex_t *lock_it(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

static int spelled(int by)
{
	rcl_mutex_t *held __attribute__((cleanup(unlock_it))) = NULL;

	rcl_lock(&lock);
	held = &lock;
	if (by > 2)
		return -1;
	n += by;
	return n;
}

static int through_macro(int by)
{
	_cleanup_(unlock_it) rcl_mutex_t *held = lock_it(&lock);

	n += by;
	return held ? n : 0;
}

struct all_in_macro_cs {  /* lock, in.c:47-50 */
	int by;           /* in */
	int result;       /* out */
};

static int all_in_macro_cs(void *ctx)
{
	struct all_in_macro_cs *cs = ctx;
	int by = cs->by;

	n += by;
	cs->result = n;
	return 1;
}

static int all_in_macro(int by)
{
	struct all_in_macro_cs cs = { .by = by };
	rcl_exec_anon(&lock, all_in_macro_cs, &cs, sizeof(cs));
	return cs.result;
}

struct usual_cs {  /* lock, in.c:56-58 */
	int by;    /* in */
};

static int usual_cs(void *ctx)
{
	struct usual_cs *cs = ctx;
	int by = cs->by;

	n += by;
	return 0;
}

/* The same lock, given back in the usual way. */
static int usual(int by)
{
	struct usual_cs cs = { .by = by };
	rcl_exec_anon(&lock, usual_cs, &cs, sizeof(cs));
	return n;
}

static int freed;

static void free_it(char **text)
{
	freed += *text != NULL;
	free(*text);
}

struct texts_cs {          /* lock, in.c:76-85 */
	const char *from;  /* in */
	char **text;       /* by reference */
	char **other;      /* by reference */
};

static int texts_cs(void *ctx)
{
	struct texts_cs *cs = ctx;
	const char *from = cs->from;
	char **text = cs->text;
	char **other = cs->other;

	if (n > 100) {
		return 1;
	}
	*text = strdup(from);
	n += (int)strlen(*text);
	free(*other);
	*other = NULL;
	return 0;
}

/* A clean-up that has nothing to do with locks, of what the section gives a value, on some ways. */
static int texts(const char *from)
{
	_cleanup_(free_it) char *text = NULL;
	__attribute__((cleanup(free_it))) char *other = strdup("other");

	struct texts_cs cs = { .from = from, .text = &text, .other = &other };
	if (rcl_exec_errno(&lock, texts_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return n;
}

/* lock, in.c:94-95 */
static int inside_cs(void *ctx)
{
	n++;
	return RCL_KEEP;
}

/* Of a variable of the section's: that is cut before it. */
static int inside(const char *from)
{
	int length;

	rcl_exec_anon(&lock, inside_cs, NULL, 0);
	_cleanup_(free_it) char *text = strdup(from);
	length = (int)strlen(text);
	rcl_unlock(&lock);
	return length;
}

struct unused_cs {  /* lock, in.c:108-118 */
	int i;      /* in */
};

static int unused_cs(void *ctx)
{
	struct unused_cs *cs = ctx;
	int i = cs->i;

	if (i == 0) {
		return 1;
	}
	if (i == 2) {
		return 2;
	}
	n++;
	return 0;
}

/* Of one that it does not use, around a section that is left by all kinds of jumps. */
static int unused(int times)
{
	for (int i = 0; i < times; i++) {
		_cleanup_(free_it) char *text = strdup("unused");

		struct unused_cs cs = { .i = i };
		int way = rcl_exec_anon(&lock, unused_cs, &cs, sizeof(cs));

		if (way == 1)
			continue;
		if (way == 2)
			break;
		text[0] = 'U';
	}
	return freed;
}

int main(void)
{
	printf("%d %d\n", texts("abc"), freed);
	printf("%d %d\n", inside("abcd"), freed);
	printf("%d %d\n", unused(5), freed);
	printf("%d %d %d\n", spelled(1), spelled(3), through_macro(2));
	printf("%d %d\n", all_in_macro(3), usual(4));
	return 0;
}
