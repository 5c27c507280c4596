#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int lines, level = 1, sum;
static char last[80];

struct around_cs {        /* lock, in.c:17-20 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int around_cs(void *ctx)
{
	struct around_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	lines++;
	vsnprintf(last, sizeof(last), fmt, *ap);
	return 0;
}

/* The list is begun before the section, and ended behind it. */
static void around(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct around_cs cs = { .fmt = fmt, .ap = &ap };
	rcl_exec_errno(&lock, around_cs, &cs, sizeof(cs));
	va_end(ap);
}

struct added_other_cs {  /* other, in.c:31-43 */
	int n;           /* in */
	va_list *args;   /* by reference */
	int all;         /* in-out */
};

static int added_other_cs(void *ctx)
{
	struct added_other_cs *cs = ctx;
	int n = cs->n;
	va_list *args = cs->args;
	int all = cs->all;

	while (n-- > 0) {
		int one = va_arg(*args, int);
		if (one < 0) {
			return 1;
		}
		sum += one;
		all += one;
	}
	cs->all = all;
	return 0;
}

struct added_lock_cs {  /* lock, in.c:30-44 */
	int n;          /* in */
	va_list *args;  /* by reference */
	int all;        /* in-out */
};

static int added_lock_cs(void *ctx)
{
	struct added_lock_cs *cs = ctx;
	int n = cs->n;
	va_list *args = cs->args;
	int all = cs->all;
	struct added_other_cs other_cs = { .n = n, .args = args, .all = all };
	if (rcl_exec_anon(&other, added_other_cs, &other_cs, sizeof(other_cs)) == 1) {
		return 1;
	}
	all = other_cs.all;
	cs->all = all;
	return 0;
}

static int added(int n, ...)
{
	va_list args;
	int all = 0;

	va_start(args, n);
	struct added_lock_cs cs = { .n = n, .args = &args, .all = all };
	if (rcl_exec_anon(&lock, added_lock_cs, &cs, sizeof(cs)) == 1) {
		va_end(args);
		return -1;
	}
	all = cs.all;
	all += va_arg(args, int);
	va_end(args);
	return all;
}

struct inside_cs {        /* lock, in.c:55-59 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	vsnprintf(last, sizeof(last), fmt, *ap);
	return 0;
}

/* The list belongs to the client, which begins and ends it around the call. */
static void inside(const char *fmt, ...)
{
	va_list ap;

	struct inside_cs cs = { .fmt = fmt, .ap = &ap };
	va_start(ap, fmt);
	rcl_exec_errno(&lock, inside_cs, &cs, sizeof(cs));
	va_end(ap);
}

struct between_cs {       /* lock, in.c:64-71 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int between_cs(void *ctx)
{
	struct between_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	printf("[%d] ", ++lines);
	/* fmt is the last one */
	vprintf(fmt, *ap);
	putchar('\n');
	return 0;
}

static void between(const char *fmt, ...)
{
	va_list ap;
	struct between_cs cs = { .fmt = fmt, .ap = &ap };
	va_start(ap, fmt);
	rcl_exec(&lock, between_cs, &cs, sizeof(cs));
	va_end(ap);
}

struct begun_inside_cs {  /* lock, in.c:77 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int begun_inside_cs(void *ctx)
{
	struct begun_inside_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	vprintf(fmt, *ap);
	return 0;
}

static void begun_inside(const char *fmt, ...)
{
	va_list ap;
	struct begun_inside_cs cs = { .fmt = fmt, .ap = &ap };
	va_start(ap, fmt);
	rcl_exec(&lock, begun_inside_cs, &cs, sizeof(cs));
	va_end(ap);
}

struct ended_inside_cs {  /* lock, in.c:86-89 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int ended_inside_cs(void *ctx)
{
	struct ended_inside_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	vprintf(fmt, *ap);
	return 0;
}

static void ended_inside(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct ended_inside_cs cs = { .fmt = fmt, .ap = &ap };
	rcl_exec(&lock, ended_inside_cs, &cs, sizeof(cs));
	va_end(ap);
}

struct copied_cs {        /* lock, in.c:98-106 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
	va_list *again;   /* by reference */
};

static int copied_cs(void *ctx)
{
	struct copied_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;
	va_list *again = cs->again;

	if (level) {
		va_copy(*again, *ap);
		vprintf(fmt, *again);
	}
	vsnprintf(last, sizeof(last), fmt, *ap);
	return 0;
}

/* A copy of the section's own. */
static void copied(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	va_list again;
	struct copied_cs cs = { .fmt = fmt, .ap = &ap, .again = &again };
	rcl_exec(&lock, copied_cs, &cs, sizeof(cs));
	va_end(again);
	va_end(ap);
}

/* Two lists, one begun where only some builds do. */
static void two(const char *fmt, ...)
{
	va_list first, second;

	rcl_lock(&lock);
	va_start(first, fmt);
	vprintf(fmt, first);
	va_end(first);
#ifndef NO_SECOND
	va_start(second, fmt);
	vsnprintf(last, sizeof(last), fmt, second);
	va_end(second);
#endif
	rcl_unlock(&lock);
}

/* lock, in.c:132-133 */
static int twice_cs(void *ctx)
{
	lines++;
	return RCL_KEEP;
}

/* One list, used twice: the section is cut before that. */
static void twice(const char *fmt, ...)
{
	va_list ap;

	rcl_exec_anon(&lock, twice_cs, NULL, 0);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	va_start(ap, fmt);
	vsnprintf(last, sizeof(last), fmt, ap);
	va_end(ap);
	rcl_unlock(&lock);
}

struct left_cs {          /* lock, in.c:148-157 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	if (!level) {
		return 1;
	}
	lines++;
	vprintf(fmt, *ap);
	return 0;
}

/* Other ways out: the list is ended on each. */
static int left(const char *fmt, ...)
{
	va_list ap;

	struct left_cs cs = { .fmt = fmt, .ap = &ap };
	va_start(ap, fmt);
	if (rcl_exec(&lock, left_cs, &cs, sizeof(cs)) == 1) {
		va_end(ap);
		return 0;
	}
	va_end(ap);
	return 1;
}

struct written_cs {       /* lock, in.c:167-184 */
	int wanted;       /* in */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
	int length;       /* in-out */
};

static int written_cs(void *ctx)
{
	struct written_cs *cs = ctx;
	int wanted = cs->wanted;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;
	int length = cs->length;

	if (wanted) {
		if (level > 9) {
			return 1;
		}
		if (wanted > 1) {
			lines++;
			return 2;
		}
		length = vsnprintf(last, sizeof(last), fmt, *ap);
		lines++;
	}
	cs->length = length;
	return 0;
}

/* In a branch, where there is another way out, too. */
static int written(int wanted, const char *fmt, ...)
{
	va_list ap;
	int length = 0;

	struct written_cs cs = { .wanted = wanted, .fmt = fmt, .ap = &ap, .length = length };
	va_start(ap, fmt);
	switch (rcl_exec_errno(&lock, written_cs, &cs, sizeof(cs))) {
	case 1:
		va_end(ap);
		return -1;
	case 2:
		va_end(ap);
		length = 2;
		goto out;
	}
	length = cs.length;
	va_end(ap);
out:
	return length;
}

/* lock, in.c:194-195 */
static int ends_itself_cs(void *ctx)
{
	lines++;
	return RCL_KEEP;
}

/* One of the ways out ends the list: it is begun where it was. */
static int ends_itself(const char *fmt, ...)
{
	va_list ap;

	rcl_exec_anon(&lock, ends_itself_cs, NULL, 0);
	va_start(ap, fmt);
	if (!level) {
		rcl_unlock(&lock);
		va_end(ap);
		return 0;
	}
	vprintf(fmt, ap);
	va_end(ap);
	rcl_unlock(&lock);
	return 1;
}

/* lock, in.c:213-214 */
static int often_cs(void *ctx)
{
	lines++;
	return RCL_KEEP;
}

/* In a loop, each time anew. */
static void often(int times, const char *fmt, ...)
{
	va_list ap;

	rcl_exec_anon(&lock, often_cs, NULL, 0);
	while (times-- > 0) {
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
	}
	rcl_unlock(&lock);
}

struct branch_cs {        /* lock, in.c:228-235 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int branch_cs(void *ctx)
{
	struct branch_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	lines++;
	if (level) {
		vprintf(fmt, *ap);
	}
	return 0;
}

/* In a branch. */
static void branch(const char *fmt, ...)
{
	va_list ap;

	struct branch_cs cs = { .fmt = fmt, .ap = &ap };
	va_start(ap, fmt);
	rcl_exec(&lock, branch_cs, &cs, sizeof(cs));
	va_end(ap);
}

/* other, in.c:243-245 */
static int nested_cs(void *ctx)
{
	sum++;
	rcl_lock(&lock);
	return RCL_KEEP;
}

/* With a section around it. */
static void nested(const char *fmt, ...)
{
	va_list ap;

	rcl_exec_anon(&other, nested_cs, NULL, 0);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	rcl_unlock(&lock);
	rcl_unlock(&other);
}

struct pointed_cs {   /* lock, in.c:256-258 */
	va_list *ap;  /* in */
};

static int pointed_cs(void *ctx)
{
	struct pointed_cs *cs = ctx;
	va_list *ap = cs->ap;

	sum += va_arg(*ap, int);
	return 0;
}

/* A list by a pointer, and one that the caller has. */
static void pointed(va_list *ap)
{
	struct pointed_cs cs = { .ap = ap };
	rcl_exec_anon(&lock, pointed_cs, &cs, sizeof(cs));
}

struct given_cs {         /* lock, in.c:263-265 */
	const char *fmt;  /* in */
	va_list *ap;      /* by reference */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;

	vprintf(fmt, *ap);
	return 0;
}

static void given(const char *fmt, va_list ap)
{
	va_list ap_copy;
	struct given_cs cs = { .fmt = fmt, .ap = &ap_copy };
	va_copy(ap_copy, ap);
	rcl_exec(&lock, given_cs, &cs, sizeof(cs));
	va_end(ap_copy);
}

struct given_twice_lock_cs {  /* lock, in.c:275-277 */
	const char *fmt;      /* in */
	va_list *ap;          /* by reference */
	int n;                /* out */
};

static int given_twice_lock_cs(void *ctx)
{
	struct given_twice_lock_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;
	int n;

	n = vsnprintf(last, sizeof(last), fmt, *ap);
	cs->n = n;
	return 0;
}

struct given_twice_other_cs {  /* other, in.c:274-279 */
	const char *fmt;       /* in */
	va_list *ap;           /* by reference */
	va_list *ap_copy;      /* by reference */
	int n;                 /* out */
};

static int given_twice_other_cs(void *ctx)
{
	struct given_twice_other_cs *cs = ctx;
	const char *fmt = cs->fmt;
	va_list *ap = cs->ap;
	va_list *ap_copy = cs->ap_copy;
	int n;
	va_list ap_list;
	struct given_twice_lock_cs lock_cs = { .fmt = fmt, .ap = &ap_list };
	va_copy(ap_list, *ap);
	rcl_exec_errno(&lock, given_twice_lock_cs, &lock_cs, sizeof(lock_cs));
	n = lock_cs.n;
	va_end(ap_list);
	vprintf(fmt, *ap_copy);
	cs->n = n;
	return 0;
}

static int given_twice(const char *fmt, va_list ap)
{
	va_list ap_copy;
	int n;

	va_copy(ap_copy, ap);
	va_list ap_list;
	struct given_twice_other_cs cs = { .fmt = fmt, .ap = &ap_list, .ap_copy = &ap_copy };
	va_copy(ap_list, ap);
	rcl_exec(&other, given_twice_other_cs, &cs, sizeof(cs));
	n = cs.n;
	va_end(ap_list);
	va_end(ap_copy);
	return n;
}

/* These stay: the list is gone on with, by the section, behind it, or on another way out. */
static int taken(va_list ap)
{
	int n;

	rcl_lock(&lock);
	n = va_arg(ap, int);
	rcl_unlock(&lock);
	return n;
}

static void gone_on_with(const char *fmt, va_list ap)
{
	rcl_lock(&lock);
	vprintf(fmt, ap);
	rcl_unlock(&lock);
	given("%s\n", ap);
}

static void perhaps(const char *fmt, va_list ap)
{
	rcl_lock(&lock);
	if (!level) {
		rcl_unlock(&lock);
		return;
	}
	vprintf(fmt, ap);
	rcl_unlock(&lock);
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
