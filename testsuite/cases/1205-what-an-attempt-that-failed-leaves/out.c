/* Attempts that fail for sure: what is done before and behind the acquisition there has the values that it had. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <sched.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t gate = RCL_MUTEX_INITIALIZER(gate);
static rcl_cond_t go = RCL_COND_INITIALIZER;
static int state, asked;
static unsigned long contended, total, slow;

static void let_go(int now)
{
	__atomic_store_n(&asked, now, __ATOMIC_RELEASE);
}

/* gate, in.c:22-25 */
static int holder_cs(void *ctx)
{
	state = 1;
	rcl_cond_signal(&go);
	return 0;
}

static void *holder(void *arg)
{
	rcl_lock(&lock);
	rcl_exec_anon(&gate, holder_cs, NULL, 0);
	while (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE))
		sched_yield();
	total++;
	rcl_unlock(&lock);
	return arg;
}

/* gate, in.c:38-41 */
static int held_cs(void *ctx)
{
	if (!state)
		return rcl_wait(&go, &gate);
	return 0;
}

static void held(pthread_t *t)
{
	state = 0;
	let_go(0);
	pthread_create(t, NULL, holder, NULL);
	rcl_exec_waiting(&gate, held_cs, NULL, 0);
}

struct add_cs {      /* lock, in.c:46-56 */
	int n;       /* in */
	int waited;  /* the lock was not free */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (cs->waited) {
		contended++;
	}
	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n, .waited = 0 };
	int way = rcl_tryexec(&lock, add_cs, &cs, sizeof(cs));

	if (way < 0) {
		let_go(1);
		cs.waited = 1;
		way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	}
	if (way == 1)
		return -1;
	return 0;
}

struct timed_cs {    /* lock, in.c:65-85 */
	int n;       /* in */
	int seen;    /* in */
	int unset;   /* in */
	int k;       /* in-out */
	int before;  /* in */
	int *arr;    /* by reference */
	int waited;  /* the lock was not free */
};

static int timed_cs(void *ctx)
{
	struct timed_cs *cs = ctx;
	int n = cs->n;
	int seen = cs->seen;
	int unset = cs->unset;
	int k = cs->k;
	int before = cs->before;
	int *arr = cs->arr;

	if (cs->waited) {
		slow += before + arr[1];
		arr[2]++;
		k *= 2;
		before = 7;
		slow += before + arr[2];
	}
	total += n;
	if (seen)
		total += unset;
	if (n > 50)
		k = 1;
	cs->k = k;
	return 0;
}

static int timed(int n)
{
	int seen = 0;
	int unset, k = n;

	struct timed_cs cs = { .n = n, .seen = seen, .k = k, .waited = 0 };
	if (rcl_tryexec(&lock, timed_cs, &cs, sizeof(cs)) < 0) {
		int before = 5 + n;
		int arr[3] = { 1, 2, 3 };

		unset = 4;
		k += 3;
		seen = 1;
		let_go(1);
		cs.seen = seen;
		cs.unset = unset;
		cs.k = k;
		cs.before = before;
		cs.arr = arr;
		cs.waited = 1;
		rcl_exec_anon(&lock, timed_cs, &cs, sizeof(cs));
	}
	k = cs.k;
	return k * 10 + seen;
}

struct pre_cs {      /* lock, in.c:94-119 */
	int n;       /* in */
	int how;     /* in-out */
	int len;     /* in */
	char *text;  /* in */
};

static int pre_cs(void *ctx)
{
	struct pre_cs *cs = ctx;
	int n = cs->n;
	int how = cs->how;
	int len = cs->len;
	char *text = cs->text;

	total += how + len;
	if (text) {
		text[0] = 'a' + n;
		text[1] = 0;
	}
	if (n == 6) {
		cs->how = how;
		return 1;
	}
	how++;
	cs->how = how;
	return 0;
}

static int pre(int n)
{
	int how = 9, len = 0;
	char *text = NULL;

	struct pre_cs cs = { .n = n, .how = how, .len = len, .text = text };
	int way = rcl_tryexec(&lock, pre_cs, &cs, sizeof(cs));

	if (way < 0) {
		how = n;
		text = malloc(3);
		len = 3;
		n *= 2;
		if (how > 100) {
			free(text);
			let_go(1);
			return -1;
		}
		let_go(1);
		cs.n = n;
		cs.how = how;
		cs.len = len;
		cs.text = text;
		way = rcl_exec_anon(&lock, pre_cs, &cs, sizeof(cs));
	}
	if (way == 1) {
		how = cs.how;
		n = text ? text[0] : 0;
		free(text);
		return n + how;
	}
	how = cs.how;
	free(text);
	return n + how * 100;
}

struct kept_cs {  /* lock, in.c:126-134 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int kept(int n)
{
	struct kept_cs cs = { .n = n };
	int rc = -rcl_tryexec(&lock, kept_cs, &cs, sizeof(cs));
	if (rc) {
		contended++;
		let_go(1);
		rcl_exec_anon(&lock, kept_cs, &cs, sizeof(cs));
	}
	return rc == EBUSY;
}

struct partial_cs {  /* lock, in.c:144-152 */
	int n;       /* in */
	int out;     /* in-out */
};

static int partial_cs(void *ctx)
{
	struct partial_cs *cs = ctx;
	int n = cs->n;
	int out = cs->out;

	if (n == 2)
		out = 5;
	total += n;
	cs->out = out;
	return 0;
}

static int partial(int n)
{
	int out;

	if (n > 3)
		out = n;
	struct partial_cs cs = { .n = n, .out = out };
	if (rcl_tryexec(&lock, partial_cs, &cs, sizeof(cs)) < 0) {
		out = 77;
		let_go(1);
		cs.out = out;
		rcl_exec_anon(&lock, partial_cs, &cs, sizeof(cs));
	}
	out = cs.out;
	return out;
}

struct loops_cs {    /* lock, in.c:161-176 */
	int i;       /* in */
	int sum;     /* in-out */
	int waited;  /* the lock was not free */
};

static int loops_cs(void *ctx)
{
	struct loops_cs *cs = ctx;
	int i = cs->i;
	int sum = cs->sum;

	if (cs->waited) {
		sum += 100;
		if (i == 1) {
			cs->sum = sum;
			return 1;
		}
	}
	sum++;
	if (i == 5) {
		cs->sum = sum;
		return 2;
	}
	total++;
	cs->sum = sum;
	return 0;
}

static int loops(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		struct loops_cs cs = { .i = i, .sum = sum, .waited = 0 };
		int way = rcl_tryexec(&lock, loops_cs, &cs, sizeof(cs));

		if (way < 0) {
			let_go(1);
			cs.waited = 1;
			way = rcl_exec_anon(&lock, loops_cs, &cs, sizeof(cs));
		}
		if (way == 1) {
			sum = cs.sum;
			continue;
		}
		if (way == 2) {
			sum = cs.sum;
			break;
		}
		sum = cs.sum;
	}
	return sum + i;
}

struct jumps_cs {    /* lock, in.c:186-198 */
	int n;       /* in-out */
	int tries;   /* in-out */
	int waited;  /* the lock was not free */
};

static int jumps_cs(void *ctx)
{
	struct jumps_cs *cs = ctx;
	int n = cs->n;
	int tries = cs->tries;

	if (cs->waited) {
		tries += 10;
	}
	total += tries;
	if (n-- > 0) {
		cs->n = n;
		cs->tries = tries;
		return 1;
	}
	cs->tries = tries;
	return 0;
}

static int jumps(int n)
{
	int tries = 0;

again:
	{
		struct jumps_cs cs = { .n = n, .tries = tries, .waited = 0 };
		int way = rcl_tryexec(&lock, jumps_cs, &cs, sizeof(cs));

		if (way < 0) {
			if (tries++ < 2)
				goto again;
			let_go(1);
			cs.tries = tries;
			cs.waited = 1;
			way = rcl_exec_anon(&lock, jumps_cs, &cs, sizeof(cs));
		}
		if (way == 1) {
			n = cs.n;
			tries = cs.tries;
			goto again;
		}
		tries = cs.tries;
	}
	return tries;
}

struct stays_cs {  /* lock, in.c:206-209 */
	int n;     /* in */
};

static int stays_cs(void *ctx)
{
	struct stays_cs *cs = ctx;
	int n = cs->n;

	contended++;
	if (n == 3)
		return RCL_KEEP | 1;
	return RCL_KEEP;
}

static int stays(int n)
{
	if (rcl_trylock(&lock)) {
		let_go(1);
		struct stays_cs cs = { .n = n };
		if (rcl_exec_anon(&lock, stays_cs, &cs, sizeof(cs)) == 1)
			return 1;
	}
	total += n;
	return 2;
}

#define RUN(call) do { pthread_t t; int r; held(&t); r = call; pthread_join(t, NULL); printf("%s: %d %d\n", #call, r, call); } while (0)

int main(void)
{
	RUN(add(3));
	RUN(add(-1));
	RUN(timed(4));
	RUN(timed(60));
	RUN(pre(3));
	RUN(pre(5));
	RUN(pre(200));
	RUN(kept(2));
	RUN(partial(2));
	RUN(partial(4));
	RUN(loops(2));
	RUN(loops(9));
	RUN(jumps(3));
	{ pthread_t t; int r; held(&t); r = stays(3); rcl_unlock(&lock); pthread_join(t, NULL); printf("%d\n", r); }
	{ int r = stays(4); rcl_unlock(&lock); printf("%d\n", r); }
	printf("%lu %lu %lu\n", total, contended, slow);
	return 0;
}
