/* SPDX-License-Identifier: MIT */
/*
 * nesting.c - sections inside of sections: of the same server, of another one,
 * leased, and in both directions at once.
 */
#include <errno.h>
#include <sched.h>

#include "validate.h"

static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(main);
static rcl_mutex_t b = RCL_MUTEX_INITIALIZER(next);	/* the same server */
static rcl_mutex_t e = RCL_MUTEX_INITIALIZER(next);
static rcl_mutex_t c = RCL_MUTEX_INITIALIZER(other);	/* another server */
static rcl_mutex_t d = RCL_MUTEX_INITIALIZER(other);

/* guarded by each */
static unsigned long under_a, under_b, under_c, under_d, under_e;

struct nest {
	unsigned int call;		/* in: index of the exec call */
	unsigned int runs;		/* in-out */
};

static int count_b(void *arg)
{
	under_b++;
	((struct nest *)arg)->runs++;
	return 2;
}

static int count_d(void *arg)
{
	under_d++;
	((struct nest *)arg)->runs++;
	return 4;
}

static int a_then_b(void *arg)
{
	struct nest *nest = arg;
	int result = exec_calls[nest->call](&b, count_b, nest,
					    sizeof(*nest));

	under_a++;
	EXPECT(result == 2, "%d", result);
	nest->runs++;
	return 1;
}

static int c_then_d(void *arg)
{
	struct nest *nest = arg;
	int result = exec_calls[nest->call](&d, count_d, nest,
					    sizeof(*nest));

	under_c++;
	EXPECT(result == 4, "%d", result);
	nest->runs++;
	return 3;
}

static int c_then_b(void *arg)
{
	struct nest *nest = arg;
	int result = exec_calls[nest->call](&b, count_b, nest,
					    sizeof(*nest));

	under_c++;
	EXPECT(result == 2, "%d", result);
	nest->runs++;
	return 3;
}

static int a_then_d(void *arg)
{
	struct nest *nest = arg;
	int result = exec_calls[(nest->call + 1) % 3](&d, count_d, nest,
						      sizeof(*nest));

	under_a++;
	EXPECT(result == 4, "%d", result);
	nest->runs++;
	return 1;
}

static int a_then_lease(void *arg)
{
	struct nest *nest = arg;

	rcl_lock(&b);
	rcl_lock(&d);
	under_a++, under_b++, under_d++;
	rcl_unlock(&b);			/* out of order */
	rcl_unlock(&d);
	nest->runs++;
	return 1;
}

/* a, then c, then b, then d: two servers in turn, four deep. */
static int chain_b(void *arg)
{
	struct nest *nest = arg;

	exec_calls[nest->call](&d, count_d, nest, sizeof(*nest));
	under_b++;
	return 0;
}

static int chain_c(void *arg)
{
	struct nest *nest = arg;

	exec_calls[nest->call](&b, chain_b, nest, sizeof(*nest));
	under_c++;
	return 0;
}

static int chain_a(void *arg)
{
	struct nest *nest = arg;

	exec_calls[nest->call](&c, chain_c, nest, sizeof(*nest));
	under_a++;
	return 0;
}

/* Three deep at one server, each asking for another identity: what the middle
 * one asks for as its client is still the server's to execute. */
static int count_e(void *arg)
{
	under_e++;
	((struct nest *)arg)->runs++;
	return 5;
}

static int deep_b(void *arg)
{
	struct nest *nest = arg;
	int result = exec_calls[(nest->call + 1) % 3](&e, count_e, nest,
						      sizeof(*nest));

	under_b++;
	EXPECT(result == 5, "%d", result);
	return 2;
}

static int deep_a(void *arg)
{
	struct nest *nest = arg;
	int result = exec_calls[nest->call](&b, deep_b, nest, sizeof(*nest));

	under_a++;
	EXPECT(result == 2, "%d", result);
	return 1;
}

struct shape {
	rcl_mutex_t *outer;
	rcl_section_fn *section;
	unsigned int runs;		/* counted by one execution */
};

static const struct shape *shape;	/* constant while threads run */
static unsigned int shape_rounds;

static void nest_body(unsigned int number)
{
	for (unsigned int i = 0; i < shape_rounds; i++) {
		struct nest nest = { (i + number) % 3, 0 };

		exec_calls[i % 3](shape->outer, shape->section, &nest,
				  i % 2 * sizeof(nest));
		EXPECT(nest.runs == shape->runs, "%u runs", nest.runs);
	}
}

static void run_shape(const struct shape *which, unsigned int n)
{
	shape = which;
	shape_rounds = rounds(n);
	run_threads(6, nest_body);
}

static void expect_counts(unsigned long in_a, unsigned long in_b,
			  unsigned long in_c, unsigned long in_d)
{
	unsigned long n = 6ul * shape_rounds;

	EXPECT(under_a == in_a * n, "%lu", under_a);
	EXPECT(under_b == in_b * n, "%lu", under_b);
	EXPECT(under_c == in_c * n, "%lu", under_c);
	EXPECT(under_d == in_d * n, "%lu", under_d);
}

static void check_same_server(void)
{
	static const struct shape nest = { &a, a_then_b, 2 };

	run_shape(&nest, 3000);
	expect_counts(1, 1, 0, 0);
}

static void check_other_server(void)
{
	static const struct shape nest = { &a, a_then_d, 2 };

	run_shape(&nest, 2000);
	expect_counts(1, 0, 0, 1);
}

static void check_leases_inside(void)
{
	static const struct shape nest = { &a, a_then_lease, 1 };

	run_shape(&nest, 3000);
	expect_counts(1, 1, 0, 1);
}

static void check_chain(void)
{
	static const struct shape nest = { &a, chain_a, 1 };

	run_shape(&nest, 1000);
	expect_counts(1, 1, 1, 1);
}

static void check_three_deep(void)
{
	static const struct shape nest = { &a, deep_a, 1 };

	run_shape(&nest, 1000);
	expect_counts(1, 1, 0, 0);
	EXPECT(under_e == 6ul * shape_rounds, "%lu", under_e);
}

/* Sections whose caller's errno is in a servicing thread's keep, and inside of
 * them such as see all of that caller. */
static rcl_exec_fn *const calls_with_errno[] = {
	rcl_exec, rcl_exec_errno, rcl_exec_waiting, rcl_exec_blocking, rcl_tryexec,
};

struct errnos {
	unsigned int call;
	rcl_mutex_t *inner;
	int seen, seen_inside;
};

static void exec_with_errno(rcl_mutex_t *m, rcl_section_fn *section,
			    struct errnos *errnos)
{
	while (calls_with_errno[errnos->call](m, section, errnos,
					      sizeof(*errnos)) == -EBUSY)
		sched_yield();
}

static int inside_errno(void *arg)
{
	struct errnos *errnos = arg;

	errnos->seen_inside = errno;
	errno = 7;
	return 0;
}

static int around_errno(void *arg)
{
	struct errnos *errnos = arg;

	errnos->seen = errno;
	errno = 6;
	exec_with_errno(errnos->inner, inside_errno, errnos);
	EXPECT(errno == 7, "%d", errno);
	errno++;
	return 0;
}

/* One more, whose sections see all of their caller, between the two. */
static int above_errno(void *arg)
{
	struct errnos *errnos = arg;

	EXPECT(errno == 4, "%d", errno);
	errno = 5;
	exec_with_errno(&b, around_errno, errnos);
	EXPECT(errno == 8, "%d", errno);
	errno++;
	return 0;
}

static void errno_body(unsigned int number)
{
	rcl_mutex_t *const inner[] = { &e, &d };

	for (unsigned int i = number; i < number + rounds(200); i++) {
		struct errnos errnos = { .call = i / 2 % 5,
					 .inner = inner[i % 2] };

		errno = 4;
		rcl_exec_errno(&a, around_errno, &errnos, sizeof(errnos));
		EXPECT(errnos.seen == 4, "%d", errnos.seen);
		EXPECT(errnos.seen_inside == 6, "%d", errnos.seen_inside);
		EXPECT(errno == 8, "%d", errno);

		errno = 4;
		rcl_exec_errno(&a, above_errno, &errnos, sizeof(errnos));
		EXPECT(errnos.seen == 5, "%d", errnos.seen);
		EXPECT(errno == 9, "%d", errno);
	}
}

static void check_errno(void)
{
	run_threads(4, errno_body);
}

/* Each server waits for the other one, on behalf of different clients. */
static void cross_body(unsigned int number)
{
	struct nest nest = { number % 3, 0 };

	for (unsigned int i = 0; i < shape_rounds; i++)
		switch ((number + i) % 4) {
		case 0:
			rcl_exec(&a, a_then_d, &nest, sizeof(struct nest));
			break;
		case 1:
			rcl_exec_anon(&c, c_then_b, &nest, sizeof(struct nest));
			break;
		case 2:
			rcl_exec_errno(&a, a_then_lease, &nest,
				       sizeof(struct nest));
			break;
		default:
			rcl_exec(&c, c_then_d, &nest, sizeof(struct nest));
		}
}

static void check_crossing(void)
{
	shape_rounds = 4 * rounds(500);
	run_threads(8, cross_body);
	EXPECT(under_a == 4ul * shape_rounds, "%lu", under_a);
	EXPECT(under_b == 4ul * shape_rounds, "%lu", under_b);
	EXPECT(under_c == 4ul * shape_rounds, "%lu", under_c);
	EXPECT(under_d == 6ul * shape_rounds, "%lu", under_d);
}

/* Inside of a lease: the client ships sections of other mutexes. */
static void lease_then_exec_body(unsigned int number)
{
	for (unsigned int i = 0; i < shape_rounds; i++) {
		struct nest nest = { (i + number) % 3, 0 };

		rcl_lock(&a);
		under_a++;
		exec_calls[i % 3](&b, count_b, &nest, sizeof(struct nest));
		exec_calls[i % 3](&d, count_d, &nest, sizeof(struct nest));
		rcl_unlock(&a);
		EXPECT(nest.runs == 2, "%u", nest.runs);
	}
}

static void check_exec_in_lease(void)
{
	shape_rounds = rounds(2000);
	run_threads(6, lease_then_exec_body);
	expect_counts(1, 1, 0, 1);
}

static int take_b(void *arg)
{
	rcl_lock(&b);
	sched_yield();
	under_a++;
	((struct nest *)arg)->runs++;
	return 0;
}

static int count_a(void *arg)
{
	sched_yield();
	under_a++;
	((struct nest *)arg)->runs++;
	return 0;
}

static int release_a(void *arg)
{
	rcl_unlock(&a);
	sched_yield();
	return count_b(arg);
}

/* Hand over hand: a is given back, by a section and by a lease, while b is held,
 * for which sections under a wait; b by a lease, too, and by a section. */
static void overlap_body(unsigned int number)
{
	for (unsigned int i = 0; i < shape_rounds; i++) {
		struct nest nest = { (i + number) % 3, 0 };

		if (i % 4 == 2) {
			rcl_lock(&a);
			under_a++;
			exec_calls[nest.call](&b, release_a, &nest, sizeof(nest));
			EXPECT(nest.runs == 1, "%u", nest.runs);
			continue;
		}
		if (i % 4 == 3) {
			rcl_lock(&a);
			take_b(&nest);
			rcl_unlock(&a);
		} else {
			exec_calls[nest.call](&a, take_b, &nest, sizeof(nest));
		}
		count_b(&nest);
		sched_yield();
		rcl_unlock(&b);
		EXPECT(nest.runs == 2, "%u", nest.runs);
	}
}

static void check_overlapping(void)
{
	shape_rounds = rounds(500);
	run_threads(6, overlap_body);
	expect_counts(1, 1, 0, 0);
}

/* Through three of them: who gives b back has given back a before, and holds e,
 * for which sections under b wait. */
static int b_then_e(void *arg)
{
	rcl_lock(&e);
	under_b++;
	under_e++;
	rcl_unlock(&e);
	((struct nest *)arg)->runs++;
	return 0;
}

static int from_a_to_e(void *arg)
{
	rcl_unlock(&a);
	rcl_lock(&e);
	sched_yield();
	return count_b(arg);
}

static void overlap_three_body(unsigned int number)
{
	for (unsigned int i = 0; i < shape_rounds; i++) {
		struct nest nest = { (i + number) % 3, 0 };

		if (number % 2 == 0) {
			exec_calls[nest.call](&b, b_then_e, &nest, sizeof(nest));
		} else {
			rcl_lock(&a);
			exec_calls[nest.call](&b, from_a_to_e, &nest,
					      sizeof(nest));
			sched_yield();
			under_e++;
			rcl_unlock(&e);
		}
		EXPECT(nest.runs == 1, "%u", nest.runs);
	}
}

static void check_overlapping_three(void)
{
	shape_rounds = rounds(500);
	run_threads(6, overlap_three_body);
	expect_counts(0, 1, 0, 0);
	EXPECT(under_e == 6ul * shape_rounds, "%lu", under_e);
}

/* Likewise with a mutex of pthread's in the place of b: a section that leaves it
 * held is one that may block. */
static pthread_mutex_t foreign = PTHREAD_MUTEX_INITIALIZER;
static unsigned long under_foreign;

static int take_foreign(void *arg)
{
	pthread_mutex_lock(&foreign);
	sched_yield();
	under_a++;
	((struct nest *)arg)->runs++;
	return 0;
}

static int visit_foreign(void *arg)
{
	take_foreign(arg);
	under_foreign++;
	pthread_mutex_unlock(&foreign);
	return 0;
}

static void overlap_foreign_body(unsigned int number)
{
	for (unsigned int i = 0; i < shape_rounds; i++) {
		struct nest nest = { (i + number) % 3, 0 };

		if (number % 2 == 0) {
			exec_calls[nest.call](&a, visit_foreign, &nest, sizeof(nest));
			continue;
		}
		if (i % 2 == 0) {
			rcl_lock(&a);
			take_foreign(&nest);
			rcl_unlock(&a);
		} else {
			rcl_exec_blocking(&a, take_foreign, &nest, sizeof(nest));
		}
		under_foreign++;
		sched_yield();
		pthread_mutex_unlock(&foreign);
		EXPECT(nest.runs == 1, "%u", nest.runs);
	}
}

static void check_overlapping_foreign(void)
{
	shape_rounds = rounds(500);
	run_threads(6, overlap_foreign_body);
	expect_counts(1, 0, 0, 0);
	EXPECT(under_foreign == under_a, "%lu", under_foreign);
}

/* Half of the threads take a and then d, the others try to take a while they hold
 * d, in the other order, as an attempt may. */
static void against_order_body(unsigned int number)
{
	for (unsigned int i = 0; i < shape_rounds; i++) {
		struct nest nest = { (i + number) % 3, 0 };
		int result;

		if (number % 2 == 0) {
			exec_calls[nest.call](&a, a_then_d, &nest, sizeof(nest));
			continue;
		}
		do {
			rcl_lock(&d);
			if (i % 2 == 0) {
				result = rcl_tryexec(&a, count_a, &nest, sizeof(nest));
			} else if (rcl_trylock(&a) == 0) {
				result = count_a(&nest);
				rcl_unlock(&a);
			} else {
				result = -1;
			}
			under_d += result >= 0;
			rcl_unlock(&d);
			sched_yield();
		} while (result < 0);
	}
}

static void check_against_order(void)
{
	shape_rounds = rounds(500);
	run_threads(6, against_order_body);
	expect_counts(1, 0, 0, 1);
}

const struct check nesting_checks[] = {
	{ "nest-same-server", check_same_server, 0 },
	{ "nest-other-server", check_other_server, 0 },
	{ "nest-leases", check_leases_inside, 0 },
	{ "nest-chain", check_chain, 0 },
	{ "nest-three-deep", check_three_deep, 0 },
	{ "nest-errno", check_errno, 0 },
	{ "nest-crossing", check_crossing, 0 },
	{ "exec-in-lease", check_exec_in_lease, 0 },
	{ "overlapping", check_overlapping, 0 },
	{ "overlapping-three", check_overlapping_three, 0 },
	{ "overlapping-foreign", check_overlapping_foreign, 0 },
	{ "against-order", check_against_order, 0 },
	{ NULL, NULL, 0 },
};
