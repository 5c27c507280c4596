/* What is bound to its function: lists of arguments, stack frames, types and macros. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <ucontext.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static ucontext_t here, there;
static int shared;
static void *seen;

#define FIXED(type) const struct { type n; }
#define LOOSE(type) volatile struct { type n; }

struct own {
	int n, more;
};

int asks(void);

void comes_back_to_a_list(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* RCL012 */
back:
	shared++;
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	if (shared < 3)
		goto back;
	pthread_mutex_unlock(&m);
}

int two_lists_and_a_way_out(const char *format, ...)
{
	va_list one, two;

	pthread_mutex_lock(&m); /* two_lists_and_a_way_out_cs thread | format in, one by reference 1, two by reference 1 | return 1; */
	va_start(one, format);
	va_start(two, format);
	vprintf(format, one);
	vprintf(format, two);
	va_end(one);
	va_end(two);
	if (shared++) {
		pthread_mutex_unlock(&m);
		return 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

void within_itself(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&again); /* within_itself_again_1_cs none | | ! */
	shared++;
	pthread_mutex_lock(&again); /* within_itself_again_2_cs thread | format in, list by reference 1 | */
	va_start(list, format);
	shared += vprintf(format, list);
	va_end(list);
	pthread_mutex_unlock(&again);
	shared++;
	pthread_mutex_unlock(&again);
}

void by_its_other_name(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* by_its_other_name_cs thread | format in, list by reference 1 | */
	__builtin_va_start(list, format);
	shared += vprintf(format, list);
	__builtin_va_end(list);
	pthread_mutex_unlock(&m);
}

void named_before_its_begin(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* named_before_its_begin_cs none | list by reference 1 | ! */
	seen = &list;
	va_start(list, format);
	shared += vprintf(format, list);
	pthread_mutex_unlock(&m);
	va_end(list);
}

void named_behind_its_end(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	pthread_mutex_lock(&m); /* named_behind_its_end_cs thread | format in, list by reference 1 | ! */
	shared += vprintf(format, list);
	va_end(list);
	seen = &list;
	pthread_mutex_unlock(&m);
}

void declared_with_it(const char *format, ...)
{
	if (pthread_mutex_trylock(&m) == 0) { /* RCL012 */
		va_list list;
		va_start(list, format);
		vprintf(format, list);
		va_end(list);
		pthread_mutex_unlock(&m);
	}
}

void keeps_its_place(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	shared += getcontext(&here);
	pthread_mutex_unlock(&m);
}

void changes_places(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	shared += swapcontext(&here, &there);
	pthread_mutex_unlock(&m);
}

int declared_at_once(void)
{
	pthread_mutex_lock(&m);struct inner { int n; } x = { 3 }; /* declared_at_once_cs none | | */
	struct inner y = x;
	shared += y.n;
	pthread_mutex_unlock(&m);
	return 0;
}

int named_before_and_behind(int c)
{
	pthread_mutex_lock(&m); /* named_before_and_behind_cs none | c in | return sizeof(struct own);, return sizeof(struct own) + 1; */
	if (c) {
		pthread_mutex_unlock(&m);
		return sizeof(struct own);
	}
	{
		struct own { char c; } x = { 'a' };
		shared += x.c;
	}
	if (shared) {
		pthread_mutex_unlock(&m);
		return sizeof(struct own) + 1;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int defined_under_a_condition(void)
{
#ifndef NEVER
#define STEP 2
#endif
	pthread_mutex_lock(&m); /* RCL015 */
	shared += STEP;
	pthread_mutex_unlock(&m);
	return 0;
}

int defined_by_another(void)
{
#define ONE 1
#define TWO (ONE + ONE)
	pthread_mutex_lock(&m); /* RCL015 */
	shared += TWO;
	pthread_mutex_unlock(&m);
	return 0;
}

#define HALF 1
int before_it(void)
{
	return HALF;
}
#undef HALF

int defined_once_more(void)
{
#define HALF 2
	pthread_mutex_lock(&m); /* defined_once_more_cs none | | */
	shared += HALF;
	pthread_mutex_unlock(&m);
	return 0;
}

int fixed_without_a_name(void)
{
	FIXED(int) own = { 3 };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.n;
	pthread_mutex_unlock(&m);
	return own.n;
}

int loose_without_a_name(void)
{
	LOOSE(int) own = { 3 };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.n++;
	pthread_mutex_unlock(&m);
	return own.n;
}
