/* Lists of arguments whose use a macro begins that does more, or ends in another section, or of which only the section
 * knows which they are. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

struct args {
	va_list list;
};

#define COUNTED(list, format) shared++; va_start(list, format)
#define ENDED(list) va_end(list); shared++

static void counted(const char *format, ...)
{
	va_list list;

	rcl_lock(&lock);
	COUNTED(list, format);
	vprintf(format, list);
	ENDED(list);
	rcl_unlock(&lock);
}

struct by_a_pointer_cs {   /* lock, in.c:33-35 */
	struct args *two;  /* by reference */
	struct args *at;   /* out */
};

static int by_a_pointer_cs(void *ctx)
{
	struct by_a_pointer_cs *cs = ctx;
	struct args *two = cs->two;
	struct args *at;

	shared++;
	at = two;
	cs->at = at;
	return RCL_KEEP;
}

static void by_a_pointer(const char *format, ...)
{
	struct args one, two, *at = &one;

	va_start(one.list, format);
	struct by_a_pointer_cs cs = { .two = &two };
	rcl_exec_anon(&lock, by_a_pointer_cs, &cs, sizeof(cs));
	at = cs.at;
	va_start(at->list, format);
	vprintf(format, two.list);
	rcl_unlock(&lock);
	vprintf(format, one.list);
	va_end(one.list);
	va_end(at->list);
}

struct by_an_index_cs {  /* lock, in.c:50-52 */
	int i;           /* out */
};

static int by_an_index_cs(void *ctx)
{
	struct by_an_index_cs *cs = ctx;
	int i;

	shared++;
	i = 1;
	cs->i = i;
	return RCL_KEEP;
}

static void by_an_index(const char *format, ...)
{
	va_list lists[2];
	int i = 0;

	va_start(lists[0], format);
	struct by_an_index_cs cs;
	rcl_exec_anon(&lock, by_an_index_cs, &cs, sizeof(cs));
	i = cs.i;
	va_start(lists[i], format);
	vprintf(format, lists[1]);
	rcl_unlock(&lock);
	vprintf(format, lists[0]);
	va_end(lists[0]);
	va_end(lists[1]);
}

/* lock, in.c:67-70 */
static int only_ended_cs(void *ctx)
{
	shared++;
	return 0;
}

static void only_ended(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vprintf(format, list);
	rcl_exec_anon(&lock, only_ended_cs, NULL, 0);
	va_end(list);
}

/* lock, in.c:77-80 */
static int only_begun_cs(void *ctx)
{
	shared++;
	return 0;
}

static void only_begun(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	rcl_exec_anon(&lock, only_begun_cs, NULL, 0);
	vprintf(format, list);
	va_end(list);
}

int main(void)
{
	counted("%d %d\n", 1, 2);
	by_a_pointer("%d %d\n", 3, 4);
	by_an_index("%d %d\n", 5, 6);
	only_ended("%d %d\n", 7, 8);
	only_begun("%d %d\n", 9, 10);
	printf("%d\n", shared);
	return 0;
}
