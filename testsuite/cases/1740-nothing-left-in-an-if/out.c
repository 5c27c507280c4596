#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define TRACE 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int lines, sum;

struct note_cs {           /* lock, in.c:17-25 */
	const char *text;  /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	const char *text = cs->text;
	int ret;
#ifdef TRACE
	int tail;
#endif

#ifdef TRACE
	tail = lines;
	printf("%d ", tail);
#endif
	ret = printf("%s\n", text);
	if (ret > 0)
		lines++;
	return 0;
}

/* What an #if declares for a section alone goes, and so does the #if. */
static void note(const char *text)
{
	struct note_cs cs = { .text = text };
	rcl_exec(&lock, note_cs, &cs, sizeof(cs));
}

struct add_cs {  /* lock, in.c:39-46 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int tail;
	int last;

	tail = sum;
	sum += n + (int)tail;
#ifdef TRACE
	last = sum;
	printf("%d ", last);
#endif
	return 0;
}

/* What else stands there stays. */
static int add(int n)
{
#ifndef TRACE
#else /* traced */
	int twice = 2 * n;
#endif
	int was = n;

	struct add_cs cs = { .n = n };
	rcl_exec(&lock, add_cs, &cs, sizeof(cs));
#ifdef TRACE
	was += twice;
#endif
	return was;
}

int main(void)
{
	note("one");
	note("two");
	printf("%d %d %d\n", add(1), add(2), lines);
	return 0;
}
