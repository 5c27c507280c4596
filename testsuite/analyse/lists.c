/* Lists of arguments whose use begins or ends in a section, and types without a name. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared;

#define TABLE(type) struct { type n; }
#define ALWAYS 1

int asks(void);

void tried_with_a_list(const char *format, ...)
{
	va_list list;

	if (pthread_mutex_trylock(&m) == 0) { /* RCL012 */
		va_start(list, format);
		vprintf(format, list);
		va_end(list);
		pthread_mutex_unlock(&m);
	}
}

void listed_again(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* RCL012 */
again:
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	if (shared++ < 3)
		goto again;
	pthread_mutex_unlock(&m);
}

void listed_and_left(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* RCL012 */
	va_start(list, format);
	if (shared++ > 3) {
		va_end(list);
		pthread_mutex_unlock(&m);
		return;
	}
	vprintf(format, list);
	va_end(list);
	pthread_mutex_unlock(&m);
}

void listed_behind_another(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&other); /* listed_behind_another_other_cs none | | */
	shared++;
	pthread_mutex_unlock(&other);
	pthread_mutex_lock(&m); /* listed_behind_another_m_cs thread | format in, list by reference 1 | */
	va_start(list, format);
	shared += vprintf(format, list);
	va_end(list);
	pthread_mutex_unlock(&m);
}

void listed_in_part_and_left(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	pthread_mutex_lock(&m); /* listed_in_part_and_left_cs thread | format in, list by reference 1 | !, return; */
	if (shared > 3) {
		pthread_mutex_unlock(&m);
		return;
	}
	shared += vprintf(format, list);
	va_end(list);
	pthread_mutex_unlock(&m);
}

void listed_beside_another(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&other); /* RCL012 */
	pthread_mutex_lock(&m); /* RCL012 */
	va_start(list, format);
	shared += vprintf(format, list);
	va_end(list);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&other);
}

void listed_in_an_expression(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* RCL012 */
	shared += ({ va_start(list, format); vprintf(format, list); });
	va_end(list);
	pthread_mutex_unlock(&m);
}

void listed_in_a_branch(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* RCL012 */
	if (ALWAYS)
		va_start(list, format);
	shared += vprintf(format, list);
	va_end(list);
	pthread_mutex_unlock(&m);
}

void listed_in_a_block(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* listed_in_a_block_cs thread | format in, list by reference 1 | */
	{
		va_start(list, format);
		shared += vprintf(format, list);
		va_end(list);
	}
	pthread_mutex_unlock(&m);
}

void listed_in_a_loop_around(const char *format, ...)
{
	va_list list;

	while (asks()) {
		pthread_mutex_lock(&m); /* listed_in_a_loop_around_cs thread | format in, list by reference 1 | */
		va_start(list, format);
		shared += vprintf(format, list);
		va_end(list);
		pthread_mutex_unlock(&m);
	}
}

int measured_without_a_name(int n)
{
	struct { char c[sizeof(n)]; } own = { "abc" };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.c[0]++;
	pthread_mutex_unlock(&m);
	return own.c[n];
}

int aligned_without_a_name(void)
{
	struct { int n; } __attribute__((aligned(32))) own = { 3 };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.n++;
	pthread_mutex_unlock(&m);
	return own.n;
}

int in_two_builds_without_a_name(void)
{
	struct {
#ifndef NEVER
		int n;
#endif
	} own = { 3 };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.n++;
	pthread_mutex_unlock(&m);
	return own.n;
}

int by_a_macro_without_a_name(void)
{
	TABLE(int) own = { 3 };

	pthread_mutex_lock(&m); /* by_a_macro_without_a_name_cs none | own in-out | */
	shared += own.n++;
	pthread_mutex_unlock(&m);
	return own.n;
}

int with_a_union_of_its_own(void)
{
	union both { int n; char c; };
	struct { union both b; } own = { { 3 } };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.b.n++;
	pthread_mutex_unlock(&m);
	return own.b.n;
}

int with_a_type_of_its_own(void)
{
	typedef int number;
	struct { number n; } own = { 3 };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.n++;
	pthread_mutex_unlock(&m);
	return own.n;
}

int another_type_has_the_name(void)
{
	struct { int another_type_has_the_name_own_type; } own = { 3 };

	pthread_mutex_lock(&m); /* RCL013 */
	shared += own.another_type_has_the_name_own_type++;
	pthread_mutex_unlock(&m);
	return own.another_type_has_the_name_own_type;
}
