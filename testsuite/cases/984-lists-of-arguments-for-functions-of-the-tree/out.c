/* A list of arguments goes with a section whose functions only print by it, or by a copy. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int lines, sum;
static char last[80];

static void append(char *to, size_t size, const char *fmt, va_list list)
{
	va_list copy;
	size_t n = strlen(to);

	va_copy(copy, list);
	vsnprintf(to + n, size - n, fmt, copy);
	va_end(copy);
}

static void format(char *to, size_t size, const char *fmt, va_list list)
{
	snprintf(to, size, "%d: ", lines);
	append(to, size, fmt, list);
}

static int next(va_list list)
{
	return va_arg(list, int);
}

struct vnote_cs {         /* lock, in.c:35-39 */
	const char *fmt;  /* in */
	va_list *list;    /* by reference */
};

static int vnote_cs(void *ctx)
{
	struct vnote_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *list = cs->list;

	lines++;
	format(last, sizeof(last), fmt, *list);
	puts(last);
	return 0;
}

/* Functions of the program that only print by it. */
static void vnote(const char *fmt, va_list list)
{
	va_list list_copy;
	struct vnote_cs cs = { .fmt = fmt, .list = &list_copy };
	va_copy(list_copy, list);
	rcl_exec(&lock, vnote_cs, &cs, sizeof(cs));
	va_end(list_copy);
}

static void vtwice(const char *fmt, va_list list)
{
	va_list again;

	rcl_lock(&lock);
	va_copy(again, list);
	vprintf(fmt, list);
	putchar('\n');
	vprintf(fmt, again);
	putchar('\n');
	va_end(again);
	rcl_unlock(&lock);
}

/* Who takes an argument leaves the others. */
static int vadd(va_list list)
{
	int one;

	rcl_lock(&lock);
	one = next(list);
	sum += one;
	rcl_unlock(&lock);
	return one;
}

static void note(const char *fmt, ...)
{
	va_list list;

	va_start(list, fmt);
	vnote(fmt, list);
	va_end(list);
	va_start(list, fmt);
	vtwice(fmt, list);
	va_end(list);
}

static void add(int n, ...)
{
	va_list list;

	va_start(list, n);
	while (n-- > 0)
		vadd(list);
	va_end(list);
}

int main(void)
{
	note("%d and %s", 12, "more");
	add(3, 1, 2, 3);
	printf("%d %d\n", lines, sum);
	return 0;
}
