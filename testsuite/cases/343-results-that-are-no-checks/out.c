#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(x) do { int r_ = (x); if (r_) { fprintf(stderr, "%s: %d\n", #x, r_); abort(); } } while (0)
#define TRY(x) do { int r_ = (x); if (r_ != 0) return r_; } while (0)
#define COUNT(x) do { int r_ = (x); counted += r_ == 0; } while (0)

struct box {
	rcl_mutex_t lock;
	int n, error;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t strict = RCL_ERRORCHECK_MUTEX_INITIALIZER(strict);
static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 1, 5 };
static int n, checks, counted;

static int check(int r, const char *what)
{
	checks++;
	if (r)
		printf("%s: %s\n", what, r == EDEADLK ? "EDEADLK" : "another");
	return r;
}

/* These fail by the program's will: the result stays what it is. */
static int twice(void)
{
	int rc = rcl_lock(&strict);

	check(rc, "first");
	rc = rcl_lock(&strict);
	check(rc, "second");
	n++;
	rcl_unlock(&strict);
	return rc;
}

static int try_twice(void)
{
	TRY(rcl_lock(&strict));
	n++;
	rcl_unlock(&strict);
	return 0;
}

struct try_in_section_cs {  /* strict, in.c:55-58 */
	int rc;             /* out */
};

static int try_in_section_cs(void *ctx)
{
	struct try_in_section_cs *cs = ctx;
	int rc;

	n++;
	rc = try_twice();
	cs->rc = rc;
	return 0;
}

static int try_in_section(void)
{
	int rc;

	struct try_in_section_cs cs;
	rcl_exec(&strict, try_in_section_cs, &cs, sizeof(cs));
	rc = cs.rc;
	return rc;
}

static rcl_mutex_t *take_mutex(struct box *b)
{
	return &b->lock;
}

/* Through functions. */
static int take(struct box *b)
{
	return rcl_lock(&b->lock);
}

static int give(struct box *b)
{
	return rcl_unlock(&b->lock);
}

struct through_box_1_cs {  /* b->lock, in.c:75-79 */
	struct box *b;     /* in */
	int more;          /* in */
};

static int through_box_1_cs(void *ctx)
{
	struct through_box_1_cs *cs = ctx;
	struct box *b = cs->b;
	int more = cs->more;
	int rc = 0;

	check(rc, "take");
	b->n += more;
	return 0;
}

struct through_box_2_cs {  /* b->lock, in.c:81-83 */
	struct box *b;     /* in */
};

static int through_box_2_cs(void *ctx)
{
	struct through_box_2_cs *cs = ctx;
	struct box *b = cs->b;

	check(0, "take");
	b->n++;
	return 0;
}

static int through(struct box *b, int more)
{
	int rc;
	struct through_box_1_cs cs = { .b = b, .more = more };
	rcl_exec(take_mutex(b), through_box_1_cs, &cs, sizeof(cs));
	rc = 0;
	check(rc, "give");
	struct through_box_2_cs box_2_cs = { .b = b };
	rcl_exec(take_mutex(b), through_box_2_cs, &box_2_cs, sizeof(box_2_cs));
	return b->n;
}

/* A macro that does something if the call succeeds. */
static void count_through(struct box *b)
{
	COUNT(take(b));
	b->n++;
	COUNT(give(b));
}

static void count(void)
{
	COUNT(rcl_lock(&lock));
	n++;
	COUNT(rcl_unlock(&lock));
}

/* lock, in.c:112-114 */
static int first_cs(void *ctx)
{
	n++;
	return 0;
}

/* What else the statements do comes before, or may come before, the calls. */
static int first(int i)
{
	int rc = n + rcl_lock(&other);

	rc += n++;
	rcl_unlock(&other);
	rc += check(i, "zero") + rcl_lock(&lock);
	n++;
	rc += check(i, "zero") + rcl_unlock(&lock);
	if (i) {
		rcl_exec_anon(&lock, first_cs, NULL, 0);
	} else {
		first_cs(NULL);
	}
	return rc;
}

struct into_box_1_cs {  /* b->lock, in.c:123-125 */
	struct box *b;  /* in */
};

static int into_box_1_cs(void *ctx)
{
	struct into_box_1_cs *cs = ctx;
	struct box *b = cs->b;

	b->error = 0;
	b->n++;
	return 0;
}

struct into_box_2_cs {  /* b->lock, in.c:126-129 */
	struct box *b;  /* in */
	int *rc;        /* by reference */
	int *p;         /* in */
};

static int into_box_2_cs(void *ctx)
{
	struct into_box_2_cs *cs = ctx;
	struct box *b = cs->b;
	int *rc = cs->rc;
	int *p = cs->p;

	*p += 0;
	b->n++;
	*rc += b->error;
	return 0;
}

struct into_box_3_cs {  /* b->lock, in.c:130-132 */
	struct box *b;  /* in */
	int also;       /* in-out */
};

static int into_box_3_cs(void *ctx)
{
	struct into_box_3_cs *cs = ctx;
	struct box *b = cs->b;
	int also = cs->also;
	int last = 0, more = also;
	b->n += more;
	also = last;
	cs->also = also;
	return RCL_KEEP;
}

/* Into whatever keeps it. */
static int into(struct box *b)
{
	int rc = 0, also = 3, *p = &rc;

	struct into_box_1_cs cs = { .b = b };
	rcl_exec_anon(&b->lock, into_box_1_cs, &cs, sizeof(cs));
	b->error |= 0;
	struct into_box_2_cs box_2_cs = { .b = b, .rc = &rc, .p = p };
	rcl_exec_anon(&b->lock, into_box_2_cs, &box_2_cs, sizeof(box_2_cs));
	rc |= 0;
	struct into_box_3_cs box_3_cs = { .b = b, .also = also };
	rcl_exec_anon(&b->lock, into_box_3_cs, &box_3_cs, sizeof(box_3_cs));
	also = box_3_cs.also;
	int before = b->n, done = rcl_unlock(&b->lock);
	return rc + also + before + done;
}

/* Two locks in one statement, and a lock and its release. */
static int two(void)
{
	int rc = rcl_lock(&lock) || rcl_lock(&other);

	n++;
	rc += rcl_unlock(&other) || rcl_unlock(&lock);
	if (rcl_lock(&lock) == 0 && n > 0)
		rc += rcl_unlock(&lock);
	else
		rcl_unlock(&lock);
	return rc;
}

/* lock, in.c:156-158 */
static int pause_between_lock_1_cs(void *ctx)
{
	n++;
	return 0;
}

struct pause_between_lock_2_cs {  /* lock, in.c:160-163 */
	int rc;                   /* out */
};

static int pause_between_lock_2_cs(void *ctx)
{
	struct pause_between_lock_2_cs *cs = ctx;
	int rc;

	rc = 0;
	check(rc, "again");
	n++;
	cs->rc = rc;
	return 0;
}

/* Released for a while, by a result that is looked at, too. */
static int pause_between(void)
{
	int rc;

	rcl_exec_anon(&lock, pause_between_lock_1_cs, NULL, 0);
	rc = 0;
	check(rc, "pause");
	struct pause_between_lock_2_cs cs;
	rcl_exec(&lock, pause_between_lock_2_cs, &cs, sizeof(cs));
	rc = cs.rc;
	return rc;
}

struct otherwise_cs {  /* lock, in.c:170-172 */
	int more;      /* in */
};

static int otherwise_cs(void *ctx)
{
	struct otherwise_cs *cs = ctx;
	int more = cs->more;

	n += more;
	return 0;
}

/* What a failure is for stands behind else. */
static int otherwise(int more)
{
	struct otherwise_cs cs = { .more = more };
	if (rcl_exec_anon(&lock, otherwise_cs, &cs, sizeof(cs)) < 0) {
		perror("lock");
		exit(1);
	}
	return more;
}

struct unless_cs {  /* lock, in.c:184-186 */
	int more;   /* in */
};

static int unless_cs(void *ctx)
{
	struct unless_cs *cs = ctx;
	int more = cs->more;

	n += more;
	return 1;
}

static int unless(int more)
{
	int rc;

	struct unless_cs cs = { .more = more };
	int way = rcl_exec_anon(&lock, unless_cs, &cs, sizeof(cs));

	rc = way < 0 ? -way : 0;
	if (way < 0) {
		more = -1;
	}
	if (way == 1) {
		rc = 0;
	}
	return rc + more;
}

int main(void)
{
	printf("%d %d\n", twice() == EDEADLK, try_in_section() == EDEADLK);
	printf("%d\n", through(&box, 3));
	count();
	count();
	count_through(&box);
	printf("%d\n", first(0));
	printf("%d\n", into(&box));
	printf("%d\n", two());
	printf("%d %d %d\n", pause_between(), otherwise(2), unless(3));
	printf("%d %d %d %d %d\n", n, checks, counted, box.n, box.error);
	return 0;
}
