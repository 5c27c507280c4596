#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#define CHECK(x) do { int r_ = (x); if (r_) { fprintf(stderr, "%s: %d\n", #x, r_); abort(); } } while (0)
#define EXPECT(x) if ((x) != 0) { perror(#x); exit(1); }
#define REQUIRE(x) ((x) ? (void)0 : abort())
#define VERIFY(x) do { if (__builtin_expect(!(x), 0)) { fprintf(stderr, "no\n"); abort(); } } while (0)
#define TRY(x) do { int r_ = (x); if (r_ != 0) return r_; } while (0)
#define LOCK(m) rcl_lock(m)

struct box {
	rcl_mutex_t lock;
	int n;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static rcl_cond_t ready = RCL_COND_INITIALIZER;
static rcl_mutex_t plain;
static struct box boxes[2] = { { RCL_MUTEX_INITIALIZER(box_lock_in), 1 }, { RCL_MUTEX_INITIALIZER(box_lock_in_24), 2 } };
static int n, is_ready, checks;

static void check(int r, const char *what)
{
	checks++;
	if (r) {
		fprintf(stderr, "%s: %d\n", what, r);
		exit(1);
	}
}

static int ok(int r)
{
	checks++;
	return r == 0;
}

/* lock, in.c:45-47 */
static int asserted_cs(void *ctx)
{
	n++;
	return 0;
}

/* Macros that do nothing if the call succeeds: they go with it. */
static void asserted(void)
{
	rcl_exec_anon(&lock, asserted_cs, NULL, 0);
}

/* lock, in.c:52-54 */
static int expected_cs(void *ctx)
{
	n++;
	return 0;
}

static void expected(void)
{
	rcl_exec_anon(&lock, expected_cs, NULL, 0);
}

struct required_cs {  /* lock, in.c:59-66 */
	int more;     /* in */
};

static int required_cs(void *ctx)
{
	struct required_cs *cs = ctx;
	int more = cs->more;

	if (more) {
		n += more;
		return 0;
	}
	n++;
	return 0;
}

static void required(int more)
{
	struct required_cs cs = { .more = more };
	rcl_exec_anon(&lock, required_cs, &cs, sizeof(cs));
}

/* lock, in.c:71-73 */
static int tried_cs(void *ctx)
{
	n++;
	return 0;
}

static int tried(void)
{
	rcl_exec_anon(&lock, tried_cs, NULL, 0);
	return 0;
}

/* lock, in.c:82-85 */
static int kept_cs(void *ctx)
{
	n++;
	return 0;
}

/* The result is kept, and asserted. */
static void kept(void)
{
	rcl_exec_anon(&lock, kept_cs, NULL, 0);
}

struct declared_cs {  /* lock, in.c:91-95 */
	int more;     /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int more = cs->more;
	int rc = 0;

	check(rc, "lock");
	n += more;
	return 0;
}

static int declared(int more)
{
	int rc;
	struct declared_cs cs = { .more = more };
	rcl_exec(&lock, declared_cs, &cs, sizeof(cs));
	rc = 0;
	check(rc, "unlock");
	return rc;
}

/* own->lock, in.c:105-107 */
static int handed_cs(void *ctx)
{
	check(0, "lock");
	boxes[0].n++;
	return 0;
}

/* The result is handed on; the mutex is named by a variable that the section does not need. */
static void handed(struct box *box, int which)
{
	struct box *own = &box[which];

	rcl_exec(&own->lock, handed_cs, NULL, 0);
	check(0, "unlock");
}

struct left_cs {  /* lock, in.c:115-130 */
	int how;  /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	int how = cs->how;

	check(0, "lock");
	n++;
	if (how == 1) {
		return 1;
	}
	if (how == 2) {
		return 2;
	}
	if (how == 3) {
		return 3;
	}
	n++;
	return 0;
}

/* Ways out with and without a use of the result. */
static int left(int how)
{
	int rc = -1;

	struct left_cs cs = { .how = how };
	switch (rcl_exec(&lock, left_cs, &cs, sizeof(cs))) {
	case 1:
		return 1;
	case 2:
		rc = 0;
		check(rc, "unlock");
		return rc;
	case 3:
		return 0;
	}
	return 0;
}

/* lock, in.c:138-140 */
static int branch_cs(void *ctx)
{
	n++;
	return 1;
}

/* In a branch. */
static int branch(void)
{
	int rc;

	int way = rcl_exec_anon(&lock, branch_cs, NULL, 0);

	rc = way < 0 ? -way : 0;
	if (way == 1) {
		rc = 0;
	}
	return rc;
}

struct branches_cs {  /* lock, in.c:149-155 */
	int more;     /* in */
};

static int branches_cs(void *ctx)
{
	struct branches_cs *cs = ctx;
	int more = cs->more;

	n += more;
	if (more > 1) {
		return 1;
	} else {
		return 2;
	}
}

static int branches(int more)
{
	int rc;

	struct branches_cs cs = { .more = more };
	int way = rcl_exec_anon(&lock, branches_cs, &cs, sizeof(cs));

	rc = way < 0 ? -way : 0;
	if (way == 1) {
		rc = 0;
		more = 0;
	}
	if (way == 2) {
		rc = 0;
	}
	return rc + more;
}

/* lock, in.c:165-169 */
static int followed_cs(void *ctx)
{
	n++;
	return 1;
}

static int followed(void)
{
	int rc;

	int way = rcl_exec_anon(&lock, followed_cs, NULL, 0);

	rc = way < 0 ? -way : 0;
	if (way == 1) {
		rc = 0;
		check(rc, "unlock");
		rc += n > 0;
	}
	return rc;
}

struct loop_inner_cs {  /* inner, in.c:187-189 */
	int rc;         /* in */
};

static int loop_inner_cs(void *ctx)
{
	struct loop_inner_cs *cs = ctx;
	int rc = cs->rc;

	check(0, "inner");
	n += rc;
	return 0;
}

struct loop_lock_cs {  /* lock, in.c:180-190 */
	int sum;       /* in-out */
	int i;         /* in */
};

static int loop_lock_cs(void *ctx)
{
	struct loop_lock_cs *cs = ctx;
	int sum = cs->sum;
	int i = cs->i;
	int rc = 0;
	if (i == 1) {
		check(rc, "once");
		cs->sum = sum;
		return 1;
	}
	sum += ++n;
	struct loop_inner_cs inner_cs = { .rc = rc };
	rcl_exec(&inner, loop_inner_cs, &inner_cs, sizeof(inner_cs));
	check(0, "inner");
	cs->sum = sum;
	return 0;
}

/* In loops, nested, behind a label, and with a condition of its own. */
static int loop(int times)
{
	int sum = 0;

	for (int i = 0; i < times; i++) {
		int rc;
		struct loop_lock_cs cs = { .sum = sum, .i = i };
		if (rcl_exec(&lock, loop_lock_cs, &cs, sizeof(cs)) == 1) {
			sum = cs.sum;
			rc = 0;
			continue;
		}
		sum = cs.sum;
		rc = 0;
		sum += rc;
	}
	return sum;
}

struct labelled_cs {  /* lock, in.c:201-208 */
	int rc;       /* out */
};

static int labelled_cs(void *ctx)
{
	struct labelled_cs *cs = ctx;
	int rc;

	rc = 0;
	check(rc, "lock");
	n++;
	if (n % 3) {
		return 1;
	}
	cs->rc = rc;
	return 0;
}

static int labelled(void)
{
	int rc;

again:
	{
		struct labelled_cs cs;
		if (rcl_exec(&lock, labelled_cs, &cs, sizeof(cs)) == 1) {
			goto again;
		}
		rc = cs.rc;
	}
	return rc;
}

/* lock, in.c:214-217 */
static int complained_cs(void *ctx)
{
	n++;
	return 0;
}

static void complained(void)
{
	rcl_exec_anon(&lock, complained_cs, NULL, 0);
}

/* lock, in.c:223-225 */
static int either_cs(void *ctx)
{
	(void)(ok(0) && n++);
	n++;
	return 0;
}

static void either(void)
{
	rcl_exec_anon(&lock, either_cs, NULL, 0);
	(void)(ok(0) ? checks++ : 0);
}

struct waits_cs {               /* lock, in.c:232-245 */
	struct timespec *ages;  /* by reference */
	int at;                 /* where it goes on */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	struct timespec *ages = cs->ages;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 2) {
		goto at_2;
	}
	if (cs->at == 3) {
		goto at_3;
	}
	int rc = 0;

	check(rc, "lock");
	while (is_ready < 1) {
		cs->at = 1;
		return rcl_wait(&ready, &lock);
		at_1: ;
	}
	while (is_ready < 2) {
		cs->at = 2;
		return rcl_wait(&ready, &lock);
		at_2:
		check(rcl_waited(), "wait");
	}
	while (is_ready < 3) {
		cs->at = 3;
		return rcl_timedwait(&ready, &lock, ages);
		at_3:
		rc = rcl_waited();
		check(rc, "timedwait");
	}
	n++;
	return 0;
}

/* Waits, whose result is used, too; and one whose result says more. */
static void *waits(void *unused)
{
	struct timespec ages = { 0x7fffffff, 0 };
	int rc;
	struct waits_cs cs = { .ages = &ages, .at = 0 };
	rcl_exec_waiting(&lock, waits_cs, &cs, sizeof(cs));
	rc = 0;
	check(rc, "unlock");
	return unused;
}

struct late_cs {                /* lock, in.c:255-260 */
	struct timespec *past;  /* by reference */
	int timed_out;          /* in-out */
};

static int late_cs(void *ctx)
{
	struct late_cs *cs = ctx;
	struct timespec *past = cs->past;
	int timed_out = cs->timed_out;

	while (!timed_out) {
		REQUIRE(rcl_cond_timedwait(&ready, &lock, past) == 0 || (timed_out = 1));
	}
	n++;
	cs->timed_out = timed_out;
	return 0;
}

static int late(void)
{
	struct timespec past = { 0, 0 };
	int timed_out = 0;

	struct late_cs cs = { .past = &past, .timed_out = timed_out };
	rcl_exec_blocking(&lock, late_cs, &cs, sizeof(cs));
	timed_out = cs.timed_out;
	return timed_out;
}

/* plain, in.c:267-272 */
static int standard_cs(void *ctx)
{
	n++;
	return 0;
}

/* C11's. */
static int standard(void)
{
	rcl_exec_anon(&plain, standard_cs, NULL, 0);
	return 0 == thrd_success ? n : -1;
}

/* lock, in.c:296-299 */
static int main_cs(void *ctx)
{
	is_ready++;
	rcl_cond_broadcast(&ready);
	return 0;
}

int main(void)
{
	pthread_t thread;

	rcl_mtx_init(&plain, mtx_plain, plain);
	asserted();
	expected();
	required(0);
	required(2);
	printf("%d\n", tried());
	kept();
	printf("%d\n", declared(2));
	handed(boxes, 1);
	for (int how = 0; how < 4; how++)
		printf("%d ", left(how));
	printf("%d %d %d %d\n", branch(), branches(1), branches(2), followed());
	printf("%d %d\n", loop(3), labelled());
	complained();
	either();
	pthread_create(&thread, NULL, waits, NULL);
	for (int i = 0; i < 3; i++) {
		rcl_exec_anon(&lock, main_cs, NULL, 0);
	}
	pthread_join(thread, NULL);
	printf("%d\n", late());
	printf("%d\n", standard());
	printf("%d %d %d\n", n, boxes[0].n, checks > 0);
	return 0;
}
