#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int lines, level = 1, sum;
static char last[80];

/* The list is begun before the section, and ended behind it. */
static void around(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	pthread_mutex_lock(&lock);
	lines++;
	vsnprintf(last, sizeof(last), fmt, ap);
	pthread_mutex_unlock(&lock);
	va_end(ap);
}

static int added(int n, ...)
{
	va_list args;
	int all = 0;

	va_start(args, n);
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&other);
	while (n-- > 0) {
		int one = va_arg(args, int);
		if (one < 0) {
			pthread_mutex_unlock(&other);
			pthread_mutex_unlock(&lock);
			va_end(args);
			return -1;
		}
		sum += one;
		all += one;
	}
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&lock);
	all += va_arg(args, int);
	va_end(args);
	return all;
}

/* The list belongs to the client, which begins and ends it around the call. */
static void inside(const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&lock);
	va_start(ap, fmt);
	vsnprintf(last, sizeof(last), fmt, ap);
	va_end(ap);
	pthread_mutex_unlock(&lock);
}

static void between(const char *fmt, ...)
{
	pthread_mutex_lock(&lock);
	printf("[%d] ", ++lines);
	va_list ap;
	va_start(ap, fmt); /* fmt is the last one */
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	pthread_mutex_unlock(&lock);
}

static void begun_inside(const char *fmt, ...)
{
	va_list ap;
	pthread_mutex_lock(&lock); va_start(ap, fmt); vprintf(fmt, ap); pthread_mutex_unlock(&lock);
	va_end(ap);
}

static void ended_inside(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	pthread_mutex_lock(&lock);
	vprintf(fmt, ap);
	va_end(ap);
	pthread_mutex_unlock(&lock);
}

/* A copy of the section's own. */
static void copied(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	pthread_mutex_lock(&lock);
	if (level) {
		va_list again;
		va_copy(again, ap);
		vprintf(fmt, again);
		va_end(again);
	}
	vsnprintf(last, sizeof(last), fmt, ap);
	pthread_mutex_unlock(&lock);
	va_end(ap);
}

/* Two lists, one begun where only some builds do. */
static void two(const char *fmt, ...)
{
	va_list first, second;

	pthread_mutex_lock(&lock);
	va_start(first, fmt);
	vprintf(fmt, first);
	va_end(first);
#ifndef NO_SECOND
	va_start(second, fmt);
	vsnprintf(last, sizeof(last), fmt, second);
	va_end(second);
#endif
	pthread_mutex_unlock(&lock);
}

/* One list, used twice: the section is cut before that. */
static void twice(const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&lock);
	lines++;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	va_start(ap, fmt);
	vsnprintf(last, sizeof(last), fmt, ap);
	va_end(ap);
	pthread_mutex_unlock(&lock);
}

/* Other ways out: the list is ended on each. */
static int left(const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&lock);
	if (!level) {
		pthread_mutex_unlock(&lock);
		return 0;
	}
	lines++;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	pthread_mutex_unlock(&lock);
	return 1;
}

/* In a branch, where there is another way out, too. */
static int written(int wanted, const char *fmt, ...)
{
	va_list ap;
	int length = 0;

	pthread_mutex_lock(&lock);
	if (wanted) {
		if (level > 9) {
			pthread_mutex_unlock(&lock);
			return -1;
		}
		if (wanted > 1) {
			lines++;
			pthread_mutex_unlock(&lock);
			length = 2;
			goto out;
		}
		va_start(ap, fmt);
		length = vsnprintf(last, sizeof(last), fmt, ap);
		va_end(ap);
		lines++;
	}
	pthread_mutex_unlock(&lock);
out:
	return length;
}

/* One of the ways out ends the list: it is begun where it was. */
static int ends_itself(const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&lock);
	lines++;
	va_start(ap, fmt);
	if (!level) {
		pthread_mutex_unlock(&lock);
		va_end(ap);
		return 0;
	}
	vprintf(fmt, ap);
	va_end(ap);
	pthread_mutex_unlock(&lock);
	return 1;
}

/* In a loop, each time anew. */
static void often(int times, const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&lock);
	lines++;
	while (times-- > 0) {
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
	}
	pthread_mutex_unlock(&lock);
}

/* In a branch. */
static void branch(const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&lock);
	lines++;
	if (level) {
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
	}
	pthread_mutex_unlock(&lock);
}

/* With a section around it. */
static void nested(const char *fmt, ...)
{
	va_list ap;

	pthread_mutex_lock(&other);
	sum++;
	pthread_mutex_lock(&lock);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&other);
}

/* A list by a pointer, and one that the caller has. */
static void pointed(va_list *ap)
{
	pthread_mutex_lock(&lock);
	sum += va_arg(*ap, int);
	pthread_mutex_unlock(&lock);
}

static void given(const char *fmt, va_list ap)
{
	pthread_mutex_lock(&lock);
	vprintf(fmt, ap);
	pthread_mutex_unlock(&lock);
}

static int given_twice(const char *fmt, va_list ap)
{
	va_list ap_copy;
	int n;

	va_copy(ap_copy, ap);
	pthread_mutex_lock(&other);
	pthread_mutex_lock(&lock);
	n = vsnprintf(last, sizeof(last), fmt, ap);
	pthread_mutex_unlock(&lock);
	vprintf(fmt, ap_copy);
	pthread_mutex_unlock(&other);
	va_end(ap_copy);
	return n;
}

/* These stay: the list is gone on with, by the section, behind it, or on another way out. */
static int taken(va_list ap)
{
	int n;

	pthread_mutex_lock(&lock);
	n = va_arg(ap, int);
	pthread_mutex_unlock(&lock);
	return n;
}

static void gone_on_with(const char *fmt, va_list ap)
{
	pthread_mutex_lock(&lock);
	vprintf(fmt, ap);
	pthread_mutex_unlock(&lock);
	given("%s\n", ap);
}

static void perhaps(const char *fmt, va_list ap)
{
	pthread_mutex_lock(&lock);
	if (!level) {
		pthread_mutex_unlock(&lock);
		return;
	}
	vprintf(fmt, ap);
	pthread_mutex_unlock(&lock);
}

static void gives(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	pointed(&ap);
	given(fmt, ap);
	va_end(ap);
	va_start(ap, fmt);
	sum += taken(ap);
	va_end(ap);
	va_start(ap, fmt);
	perhaps("%d %d\n", ap);
	va_end(ap);
	va_start(ap, fmt);
	sum += given_twice("%d, %d\n", ap);
	va_end(ap);
}

static void says(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	gone_on_with("%s", ap);
	va_end(ap);
}

int main(void)
{
	around("%s %d", "around", 1);
	puts(last);
	printf("%d %d\n", added(2, 3, 4, 5), added(2, 3, -1));
	inside("%s %d", "inside", 2);
	puts(last);
	between("%s %d", "between", 3);
	begun_inside("%s %d\n", "begun", 4);
	ended_inside("%s %d\n", "ended", 5);
	copied("%s %d\n", "copied", 6);
	two("%s %d\n", "two", 7);
	twice("%s %d\n", "twice", 8);
	printf("%s%d\n", last, left("%s %d\n", "left", 9));
	branch("%s %d\n", "branch", 10);
	printf("%d ", written(0, "%s", "none"));
	printf("%d ", written(1, "%s %d", "written", 14));
	printf("%d %s %d\n", written(2, "%s", "none"), last, ends_itself("%s ", "itself"));
	often(2, "%s %d\n", "often", 15);
	nested("%s %d\n", "nested", 11);
	gives("%d\n", 12, 13);
	says("", "gone ", "on");
	printf("%d %d\n", lines, sum);
	return 0;
}
