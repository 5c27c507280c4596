#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static const char *words[] = {"none", "one", "two", "three"};
static int requests, served;

struct with_the_last_cs {  /* m, in.c:15-23 */
	int c;             /* in */
	int left;          /* out */
};

static int with_the_last_cs(void *ctx)
{
	struct with_the_last_cs *cs = ctx;
	int c = cs->c;
	int left;

	left = requests - served;
	if (c) {
		served++;
		return 1;
	}
	requests++;
	cs->left = left;
	return 0;
}

/* what stands beside the release in its statement needs the section's value, too */
static int with_the_last(int c)
{
	int left;

	struct with_the_last_cs cs = { .c = c };
	if (rcl_exec_anon(&m, with_the_last_cs, &cs, sizeof(cs)) == 1) {
		return 2;
	}
	left = cs.left;
	return 0 + left;
}

struct with_the_first_cs {  /* m, in.c:30-37 */
	int c;              /* in */
	int left;           /* out */
};

static int with_the_first_cs(void *ctx)
{
	struct with_the_first_cs *cs = ctx;
	int c = cs->c;
	int left;

	left = requests - served;
	if (c) {
		served++;
		cs->left = left;
		return 1;
	}
	requests++;
	return 0;
}

static int with_the_first(int c)
{
	int left;

	struct with_the_first_cs cs = { .c = c };
	if (rcl_exec_anon(&m, with_the_first_cs, &cs, sizeof(cs)) == 1) {
		left = cs.left;
		return 0 + left;
	}
	return 2;
}

struct apart_by_a_space_cs {  /* m, in.c:44-55 */
	int c;                /* in */
	int n;                /* in */
};

static int apart_by_a_space_cs(void *ctx)
{
	struct apart_by_a_space_cs *cs = ctx;
	int c = cs->c;
	int n = cs->n;

	if (c) {
		requests++;
		return 1;
	}
	if (n) {
		served++;
		return 2;
	}
	return 0;
}

/* two ways out that differ in where a space stands */
static int apart_by_a_space(int c, int n)
{
	struct apart_by_a_space_cs cs = { .c = c, .n = n };
	switch (rcl_exec_anon(&m, apart_by_a_space_cs, &cs, sizeof(cs))) {
	case 1:
		return n+ ++c;
	case 2:
		return n++ +c;
	}
	return 0;
}

struct word_cs {            /* m, in.c:62-65 */
	const char *found;  /* out */
};

static int word_cs(void *ctx)
{
	struct word_cs *cs = ctx;
	const char *found = words[requests % 4];
	served++;
	cs->found = found;
	return 0;
}

/* the pointer is new behind the section, what it leads to is as constant as before */
static const char *word(void)
{
	const char *found;
	struct word_cs cs;
	rcl_exec_anon(&m, word_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

static void *answer(void *given)
{
	return given;
}

struct logged_cs {           /* m, in.c:79-83 */
	const char *format;  /* in */
	va_list *list;       /* by reference */
};

static int logged_cs(void *ctx)
{
	struct logged_cs *cs = ctx;
	const char *format = cs->format;
	va_list *list = cs->list;

	if (requests++ > 0)
		vprintf(format, *list);
	else
		served = 0;
	return RCL_KEEP;
}

/* a list of arguments, in a section that is cut */
static int logged(const char *format, va_list list)
{
	pthread_t thread;

	va_list list_copy;
	struct logged_cs cs = { .format = format, .list = &list_copy };
	va_copy(list_copy, list);
	rcl_exec(&m, logged_cs, &cs, sizeof(cs));
	va_end(list_copy);
	pthread_create(&thread, NULL, answer, NULL);
	served++;
	rcl_unlock(&m);
	pthread_join(thread, NULL);
	return served;
}

static int say(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	int said = logged(format, list);
	va_end(list);
	return said;
}

struct high_or_low_cs {  /* m, in.c:106-114 */
	int c;           /* in */
	int high;        /* out */
};

static int high_or_low_cs(void *ctx)
{
	struct high_or_low_cs *cs = ctx;
	int c = cs->c;

	if (c) {
		int high = requests++;
		if (high > 3) {
			cs->high = high;
			return 1;
		}
	}
	return 0;
}

/* an enumerator of the function's own has the name again behind the section's block */
static int high_or_low(int c)
{
	enum { low, high };

	struct high_or_low_cs cs = { .c = c };
	if (rcl_exec_anon(&m, high_or_low_cs, &cs, sizeof(cs)) == 1) {
		int high = cs.high;
		return high;
	}
	return high - low;
}

int main(void)
{
	requests = 7;
	printf("%d %d\n", with_the_last(0), with_the_last(1));
	printf("%d %d\n", with_the_first(0), with_the_first(1));
	printf("%d %d %d\n", apart_by_a_space(1, 1), apart_by_a_space(0, 2), apart_by_a_space(0, 0));
	printf("%s\n", word());
	printf("%d\n", say("%d %s\n", 1, "word"));
	printf("%d %d\n", high_or_low(0), high_or_low(1));
	printf("%d %d\n", requests, served);
	return 0;
}
