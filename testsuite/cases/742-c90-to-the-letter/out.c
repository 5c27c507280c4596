/* C90 to the letter: no struct begins with values that are not constant, no declaration follows a statement. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static rcl_mutex_t list_mutex = RCL_MUTEX_INITIALIZER(list_mutex);
static struct node *list;
static int threaded = 1;
static char text[64];

struct list_add_cs {     /* list_mutex, in.c:24-27 */
	struct node *n;  /* in */
};

static int list_add_cs(void *ctx)
{
	struct list_add_cs *cs = ctx;
	struct node *n = cs->n;

	n->next = list;
	list = n;
	return 0;
}

static int list_add(int value)
{
	struct node *n = malloc(sizeof(*n));

	if (n == NULL)
		return -1;
	n->value = value;
	{
		struct list_add_cs cs;

		cs.n = n;
		rcl_exec_anon(&list_mutex, list_add_cs, &cs, sizeof(cs));
	}
	return 0;
}

struct list_take_cs {    /* list_mutex, in.c:36-51 */
	int *value;      /* in */
	struct node *n;  /* out */
};

static int list_take_cs(void *ctx)
{
	struct list_take_cs *cs = ctx;
	int *value = cs->value;
	struct node *n;

	n = list;
	if (n == NULL) {
		return 1;
	}
	list = n->next;
	if (n->value > 90) {
		cs->n = n;
		return 2;
	}
	*value = n->value;
	cs->n = n;
	return 0;
}

/* two ways out, each with a text of its own */
static int list_take(int *value)
{
	struct node *n;

	struct list_take_cs cs;

	cs.value = value;
	switch (rcl_exec_anon(&list_mutex, list_take_cs, &cs, sizeof(cs))) {
	case 1:
		*value = 0;
		return -1;
	case 2:
		n = cs.n;
		free(n);
		*value = 90;
		return 0;
	}
	n = cs.n;
	free(n);
	return 0;
}

struct guarded_cs {  /* list_mutex, in.c:60-72 */
	int by;      /* in */
	int before;  /* out */
	int after;   /* in-out */
};

static int guarded_cs(void *ctx)
{
	struct guarded_cs *cs = ctx;
	int by = cs->by;
	int before;
	int after = cs->after;

	before = list ? list->value : 0;
	if (by > before) {
		cs->before = before;
		return 1;
	}
	if (list)
		after = list->value += by;
	cs->after = after;
	return 0;
}

static int guarded(int by, int *now)
{
	int before, after = 0;

	struct guarded_cs cs;
	int way;

	cs.by = by;
	cs.after = after;
	way = threaded
			? rcl_exec_anon(&list_mutex, guarded_cs, &cs, sizeof(cs))
			: guarded_cs(&cs);

	if (way == 1) {
		before = cs.before;
		*now = before;
		return 1;
	}
	after = cs.after;
	*now = after;
	return 0;
}

struct tried_cs {  /* list_mutex, in.c:81-84 */
	int by;    /* in */
	int now;   /* out */
};

static int tried_cs(void *ctx)
{
	struct tried_cs *cs = ctx;
	int by = cs->by;
	int now;

	now = list ? list->value + by : by;
	cs->now = now;
	return 0;
}

static int tried(int by)
{
	int now;

	struct tried_cs cs;

	cs.by = by;
	if (rcl_tryexec(&list_mutex, tried_cs, &cs, sizeof(cs)) < 0)
		return -1;
	now = cs.now;
	return now;
}

struct said_cs {             /* list_mutex, in.c:94-96 */
	const char *format;  /* in */
	va_list *ap;         /* by reference */
	int length;          /* out */
};

static int said_cs(void *ctx)
{
	struct said_cs *cs = ctx;
	const char *format = cs->format;
	va_list *ap = cs->ap;
	int length;

	length = vsprintf(text, format, *ap);
	cs->length = length;
	return 0;
}

static void said(const char *format, ...)
{
	va_list ap;
	int length;

	va_start(ap, format);
	{
		struct said_cs cs;

		cs.format = format;
		cs.ap = &ap;
		rcl_exec_errno(&list_mutex, said_cs, &cs, sizeof(cs));
		length = cs.length;
	}
	va_end(ap);
	printf("%d ", length);
}

struct starred_cs {  /* list_mutex, in.c:107-110 */
	int *now;    /* in */
};

static int starred_cs(void *ctx)
{
	struct starred_cs *cs = ctx;
	int *now = cs->now;

	if (list)
		*now += list->value;
	return 0;
}

/* what begins with a star is no declaration */
static int starred(int *now)
{
	int by = 2;
	*now = by;

	{
		struct starred_cs cs;

		cs.now = now;
		rcl_exec_anon(&list_mutex, starred_cs, &cs, sizeof(cs));
	}
	return by;
}

struct paused_cs {   /* list_mutex, in.c:118-127 */
	int rounds;  /* in */
	int sum;     /* in-out */
	int i;       /* kept */
	int at;      /* where it goes on */
};

static int paused_cs(void *ctx)
{
	struct paused_cs *cs = ctx;
	int rounds = cs->rounds;
	int sum = cs->sum;
	int i = cs->i;

	if (cs->at == 1)
		goto at_1;

	for (i = 0; i < rounds; i++) {
		sum += list ? list->value : 1;
		if (i % 2) {
			cs->sum = sum;
			cs->i = i;
			cs->at = 1;
			return 1;
			at_1: ;
		}
	}
	cs->sum = sum;
	return 0;
}

static int paused(int rounds)
{
	int sum = 0;

	struct paused_cs cs;

	cs.rounds = rounds;
	cs.sum = sum;
	cs.at = 0;
	while (rcl_exec_anon(&list_mutex, paused_cs, &cs, sizeof(cs)) == 1) {
		sum = cs.sum;
		printf("%d ", sum);
	}
	sum = cs.sum;
	return sum;
}

int main(void)
{
	int v = 0, now = 0, sum = 0;

	list_add(100);
	list_add(40);
	list_add(2);
	sum += guarded(1, &now) + now + guarded(7, &now) + now + tried(3) + paused(4) + starred(&v) + v;
	said("%d of %s", 3, "four");
	while (list_take(&v) == 0)
		sum += v;
	printf("%d %s\n", sum, text);
	return 0;
}
