/* A list of arguments goes with a section whose functions only print by it, or by a copy. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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

/* Functions of the program that only print by it. */
static void vnote(const char *fmt, va_list list)
{
	pthread_mutex_lock(&lock);
	lines++;
	format(last, sizeof(last), fmt, list);
	puts(last);
	pthread_mutex_unlock(&lock);
}

static void vtwice(const char *fmt, va_list list)
{
	va_list again;

	pthread_mutex_lock(&lock);
	va_copy(again, list);
	vprintf(fmt, list);
	putchar('\n');
	vprintf(fmt, again);
	putchar('\n');
	va_end(again);
	pthread_mutex_unlock(&lock);
}

/* Who takes an argument leaves the others. */
static int vadd(va_list list)
{
	int one;

	pthread_mutex_lock(&lock);
	one = next(list);
	sum += one;
	pthread_mutex_unlock(&lock);
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
