#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t grown = RCL_COND_INITIALIZER;
static int total, limit = 3;
static const char *label = "none";

static const char *name_of(int n)
{
	return n % 2 ? "odd" : "even";
}

struct relabel_cs {        /* lock, in.c:17-26 */
	int n;             /* in */
	const char *name;  /* kept */
	int at;            /* where it goes on */
};

static int relabel_cs(void *ctx)
{
	struct relabel_cs *cs = ctx;
	int n = cs->n;
	const char *name = cs->name;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 1) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		label = name;
		total += n;
	}
	return 0;
}

/* The section goes on with what its client declares meanwhile. */
static void relabel(int n)
{
	struct relabel_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, relabel_cs, &cs, sizeof(cs)) == 1) {
		const char *name = name_of(n);
		cs.name = name;
	}
}

struct toggle_cs {  /* lock, in.c:32-46 */
	int on;     /* in */
	int next;   /* kept */
	int at;     /* where it goes on */
};

static int toggle_cs(void *ctx)
{
	struct toggle_cs *cs = ctx;
	int on = cs->on;
	int next = cs->next;

	if (cs->at == 1) {
		goto at_1;
	}

	if (on != !!limit) {
		if (on) {
			cs->at = 1;
			return 1;
			at_1:
			limit = next;
		} else {
			return RCL_KEEP | 2;
		}
	}
	return 0;
}

/* In one branch; in the other one, the name is that of another variable. */
static int toggle(int on)
{
	struct toggle_cs cs = { .on = on, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&lock, toggle_cs, &cs, sizeof(cs))) == 1) {
		int next = on * 3;
		cs.next = next;
	}
	if (way == 2) {
		int next = limit;
		limit = 0;
		rcl_unlock(&lock);
		return next;
	}
	return -1;
}

struct kept_lock_2_cs {  /* lock, in.c:59-63 */
	int wanted;      /* in */
	int half;        /* in */
};

static int kept_lock_2_cs(void *ctx)
{
	struct kept_lock_2_cs *cs = ctx;
	const int wanted = cs->wanted;
	const int half = cs->half;

	if (total < wanted)
		return rcl_wait(&grown, &lock);
	total -= half;
	return 0;
}

struct kept_lock_1_cs {  /* lock, in.c:55-68 */
	int n;           /* in */
	int twice;       /* in */
	int wanted;      /* kept */
	int half;        /* kept */
	int at;          /* where it goes on */
};

static int kept_lock_1_cs(void *ctx)
{
	struct kept_lock_1_cs *cs = ctx;
	int n = cs->n;
	int twice = cs->twice;
	const int wanted = cs->wanted;
	const int half = cs->half;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 0) {
		cs->at = 1;
		return 1;
		at_1:
		total -= wanted - half + twice;
	}
	return 0;
}

/* It is kept while the section waits, and while the lock is released once more. */
static int kept(int n)
{
	int twice = 0;

	struct kept_lock_1_cs cs = { .n = n, .twice = twice, .at = 0 };
	while (rcl_exec_anon(&lock, kept_lock_1_cs, &cs, sizeof(cs)) == 1) {
		const int wanted = n * 5, half = wanted / 2;
		struct kept_lock_2_cs lock_2_cs = { .wanted = wanted, .half = half };
		rcl_exec_waiting(&lock, kept_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		twice = n + n;
		cs.twice = twice;
		cs.wanted = wanted;
		cs.half = half;
	}
	return twice;
}

struct twice_released_lock_2_cs {  /* lock, in.c:82-84 */
	int step;                  /* in */
};

static int twice_released_lock_2_cs(void *ctx)
{
	struct twice_released_lock_2_cs *cs = ctx;
	int step = cs->step;

	total += step;
	return 0;
}

struct twice_released_lock_1_cs {  /* lock, in.c:77-89 */
	int n;                     /* in */
	int step;                  /* kept */
	int at;                    /* where it goes on */
};

static int twice_released_lock_1_cs(void *ctx)
{
	struct twice_released_lock_1_cs *cs = ctx;
	int n = cs->n;
	int step = cs->step;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 1) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		total -= step;
	}
	return 0;
}

/* It is still there behind the next pause, where another variable of that name is not meant. */
static int twice_released(int n)
{
	int step = n + 7, seen = 0;

	struct twice_released_lock_1_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, twice_released_lock_1_cs, &cs, sizeof(cs)) == 1) {
		int step = n * 2;
		struct twice_released_lock_2_cs lock_2_cs = { .step = step };
		rcl_exec_anon(&lock, twice_released_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		seen += n;
		cs.step = step;
	}
	return step + seen;
}

struct released_in_a_branch_cs {  /* lock, in.c:97-112 */
	int n;                    /* in */
	int step;                 /* kept */
	int at;                   /* where it goes on */
};

static int released_in_a_branch_cs(void *ctx)
{
	struct released_in_a_branch_cs *cs = ctx;
	int n = cs->n;
	int step = cs->step;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 2) {
		goto at_2;
	}

	if (n > 1) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		total += step;
		if (total > 9) {
			cs->step = step;
			cs->at = 2;
			return 2;
			at_2:
			total++;
		}
		total -= step;
	}
	return 0;
}

static int released_in_a_branch(int n)
{
	int step = n + 7, seen = 0;

	struct released_in_a_branch_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&lock, released_in_a_branch_cs, &cs, sizeof(cs))) != 0) {
		if (way == 1) {
			int step = n * 2;
			cs.step = step;
		}
		if (way == 2) {
			seen += n;
		}
	}
	return step + seen;
}

struct in_a_loop_lock_1_cs {  /* lock, in.c:122-130 */
	int step;             /* kept */
	int at;               /* where it goes on */
};

static int in_a_loop_lock_1_cs(void *ctx)
{
	struct in_a_loop_lock_1_cs *cs = ctx;
	int step = cs->step;

	if (cs->at == 1) {
		goto at_1;
	}

	if (total % 2) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		total += step;
	}
	return 0;
}

struct in_a_loop_lock_2_cs {  /* lock, in.c:131-139 */
	int more;             /* kept */
	int at;               /* where it goes on */
};

static int in_a_loop_lock_2_cs(void *ctx)
{
	struct in_a_loop_lock_2_cs *cs = ctx;
	int more = cs->more;

	if (cs->at == 1) {
		goto at_1;
	}

	while (total % 3) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		total += more > 4;
	}
	return 0;
}

/* The section stands in a loop itself. */
static int in_a_loop(int n)
{
	int step = n + 7;

	for (int i = 0; i < n; i++) {
		struct in_a_loop_lock_1_cs cs = { .at = 0 };
		while (rcl_exec_anon(&lock, in_a_loop_lock_1_cs, &cs, sizeof(cs)) == 1) {
			int step = n * 2 + i;
			cs.step = step;
		}
		struct in_a_loop_lock_2_cs lock_2_cs = { .at = 0 };
		while (rcl_exec_anon(&lock, in_a_loop_lock_2_cs,
				&lock_2_cs, sizeof(lock_2_cs)) == 1) {
			int more = step + i;
			lock_2_cs.more = more;
		}
	}
	return step;
}

struct waiting_cs {  /* lock, in.c:147-160 */
	int n;       /* in */
	int least;   /* kept */
	int at;      /* where it goes on */
};

static int waiting_cs(void *ctx)
{
	struct waiting_cs *cs = ctx;
	int n = cs->n;
	int least = cs->least;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 2) {
		goto at_2;
	}

	if (n > 1) {
		limit += n;
		cs->at = 1;
		return 1;
		at_1:
		limit--;
		while (total < least) {
			limit++;
			cs->least = least;
			cs->at = 2;
			return rcl_wait(&grown, &lock);
			at_2: ;
		}
		total -= least;
	}
	return 0;
}

/* And behind a wait. */
static int waiting(int n)
{
	struct waiting_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_waiting(&lock, waiting_cs, &cs, sizeof(cs)) == 1) {
		int least = n * 2;
		cs.least = least;
	}
	return n;
}

struct rounds_cs {   /* lock, in.c:169-177 */
	int n;       /* in */
	int sum;     /* in-out */
	int i;       /* out */
	int square;  /* kept */
	int at;      /* where it goes on */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;
	int square = cs->square;

	if (cs->at == 1) {
		goto at_1;
	}

	for (int i = 0; i < n; i++) {
		cs->sum = sum;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		total += square;
		sum += square;
	}
	cs->sum = sum;
	return 0;
}

/* Each round has its own. */
static int rounds(int n)
{
	int sum = 0;

	struct rounds_cs cs = { .n = n, .sum = sum, .at = 0 };
	while (rcl_exec_anon(&lock, rounds_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		int square = i * i;
		cs.square = square;
	}
	sum = cs.sum;
	return sum;
}

/* The section changes it. */
static int changed(int n)
{
	rcl_lock(&lock);
	if (n > 1) {
		rcl_unlock(&lock);
		int rest = n * 2;
		rcl_lock(&lock);
		rest -= total;
		total += rest;
	}
	rcl_unlock(&lock);
	return n;
}

/* lock, in.c:199-202 */
static int grow_cs(void *ctx)
{
	total += 100;
	rcl_cond_broadcast(&grown);
	return 0;
}

static void *grow(void *arg)
{
	(void)arg;
	rcl_exec_anon(&lock, grow_cs, NULL, 0);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 5; i++) {
		relabel(i);
		printf("%s %d\n", label, toggle(i % 2));
		printf("%d %d %d", rounds(i), changed(i), twice_released(i));
		printf(" %d %d %d\n", released_in_a_branch(i), in_a_loop(i), total);
	}
	pthread_create(&thread, NULL, grow, NULL);
	printf("%d %d\n", kept(3), waiting(4));
	pthread_join(thread, NULL);
	printf("%d %d\n", total, limit);
	return 0;
}
