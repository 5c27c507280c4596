#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct store {
	rcl_mutex_t lock;
	int items, error;
};

static struct store store = { RCL_MUTEX_INITIALIZER(store_lock), 3, 0 };
static int notes;

#define RETURN_UNLOCK(s, value) do { \
	int value_ = (value); \
	rcl_unlock(&(s)->lock); \
	return value_; \
} while (0)
#define RETURN_UNLOCK_LEAVE(value, leave) do { \
	int value_ = (value); \
	leave; \
} while (0)
#define FAIL(s, code) do { \
	(s)->error = (code); \
	ret = -1; \
	goto out; \
} while (0)
#define FAIL_UNLOCK(s, code) do { \
	(s)->error = (code) + step; \
	rcl_unlock(&(s)->lock); \
	return -1; \
} while (0)
#define FAIL_UNLOCK_LEAVE(s, code, leave) do { \
	(s)->error = (code) + step; \
	leave; \
} while (0)
#define NEXT_UNLOCK(s) { \
	rcl_unlock(&(s)->lock); \
	continue; \
}
#define LAST_UNLOCK(s) { \
	rcl_unlock(&(s)->lock); \
	break; \
}
#define MAYBE_UNLOCK(s, n) do { \
	notes++; \
	if ((n) > 9) { \
		rcl_unlock(&(s)->lock); \
		return -2; \
	} \
} while (0)
#define MAYBE_UNLOCK_LEAVE(n, leave) do { \
	notes++; \
	if ((n) > 9) { \
		leave; \
	} \
} while (0)
#define GO_UNLOCK(s) do { \
	rcl_unlock(&(s)->lock); \
	goto out; \
} while (0)

struct take_cs {          /* s->lock, in.c:50-58 */
	struct store *s;  /* in */
	int n;            /* in */
	int result;       /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	if (n < 0)
		RETURN_UNLOCK_LEAVE(s->items, {
			cs->result = value_;
			return 1;
		});
	if (n > s->items) {
		s->error++;
		RETURN_UNLOCK_LEAVE(-1, {
			cs->result = value_;
			return 1;
		});
	}
	s->items -= n;
	RETURN_UNLOCK_LEAVE(s->items, {
		cs->result = value_;
		return 1;
	});
}

/* In branches with and without braces, and at the end. */
static int take(struct store *s, int n)
{
	struct take_cs cs = { .s = s, .n = n };
	rcl_exec_anon(&s->lock, take_cs, &cs, sizeof(cs));
	return cs.result;
}

struct put_cs {           /* s->lock, in.c:66-72 */
	struct store *s;  /* in */
	int n;            /* in */
	int step;         /* in-out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int step = cs->step;

	step += s->items;
	if (n < 0) {
		FAIL_UNLOCK_LEAVE(s, 40, { return 1; });
	}
	s->items += n;
	cs->step = step;
	return 0;
}

/* The macro names what the section has changed, and what it sets is read by nobody else. */
static int put(struct store *s, int n)
{
	int step = 1;

	struct put_cs cs = { .s = s, .n = n, .step = step };
	if (rcl_exec_anon(&s->lock, put_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	step = cs.step;
	return step;
}

struct empty_cs {         /* s->lock, in.c:81-88 */
	struct store *s;  /* in */
	int n;            /* in */
	int step;         /* in */
};

static int empty_cs(void *ctx)
{
	struct empty_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int step = cs->step;

	while (s->items > 0) {
		step += s->items--;
		if (step > n) {
			FAIL_UNLOCK_LEAVE(s, 1, { return 1; });
		}
	}
	return 0;
}

/* And here it is left in a loop, where only the macro reads that. */
static int empty(struct store *s, int n)
{
	int step = 0;

	struct empty_cs cs = { .s = s, .n = n, .step = step };
	if (rcl_exec_anon(&s->lock, empty_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return 0;
}

struct move_cs {          /* s->lock, in.c:97-103 */
	struct store *s;  /* in */
	int n;            /* in */
	int ret;          /* in-out */
};

static int move_cs(void *ctx)
{
	struct move_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int ret = cs->ret;

	if (n > s->items) {
		ret = s->items;
		cs->ret = ret;
		return 1;
	}
	s->items -= n;
	cs->ret = ret;
	return 0;
}

/* It goes to a label behind the section. */
static int move(struct store *s, int n)
{
	int ret = 0;

	struct move_cs cs = { .s = s, .n = n, .ret = ret };
	if (rcl_exec_anon(&s->lock, move_cs, &cs, sizeof(cs)) == 1) {
		ret = cs.ret;
		goto out;
	}
	ret = cs.ret;
	notes++;
out:
	return ret;
}

struct fail_cs {          /* s->lock, in.c:114-119 */
	struct store *s;  /* in */
	int n;            /* in */
	int ret;          /* in-out */
};

static int fail_cs(void *ctx)
{
	struct fail_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int ret = cs->ret;

	if (n > s->items)
		FAIL(s, n);
	s->items -= n;
out:
	cs->ret = ret;
	return 0;
}

/* It goes to the release. */
static int fail(struct store *s, int n)
{
	int ret = 0;

	struct fail_cs cs = { .s = s, .n = n, .ret = ret };
	rcl_exec_anon(&s->lock, fail_cs, &cs, sizeof(cs));
	ret = cs.ret;
	return ret;
}

/* A loop's jumps, which a loop of the client's would catch. */
static int loop(struct store *s, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		rcl_lock(&s->lock);
		if (i == s->items)
			NEXT_UNLOCK(s)
		s->items++;
		if (s->items > 20)
			LAST_UNLOCK(s)
		sum += s->items;
		rcl_unlock(&s->lock);
	}
	return sum;
}

struct maybe_cs {         /* s->lock, in.c:144-150 */
	struct store *s;  /* in */
	int n;            /* in */
};

static int maybe_cs(void *ctx)
{
	struct maybe_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	s->items++;
	if (n > 1) {
		MAYBE_UNLOCK_LEAVE(n, { return 1; });
	}
	s->items += n;
	return 0;
}

/* It does not always leave. */
static int maybe(struct store *s, int n)
{
	struct maybe_cs cs = { .s = s, .n = n };
	if (rcl_exec_anon(&s->lock, maybe_cs, &cs, sizeof(cs)) == 1) {
		return -2;
	}
	return notes;
}

struct drain_cs {         /* s->lock, in.c:159-169 */
	struct store *s;  /* in */
	int n;            /* in */
	int taken;        /* in-out */
	int result;       /* out */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int taken = cs->taken;

	while (s->items > 0) {
		if (taken == n) {
			notes += taken;
			RETURN_UNLOCK_LEAVE(taken, {
				cs->result = value_;
				return 1;
			});
		}
		taken++;
		s->items--;
	}
	s->error = 0;
	cs->taken = taken;
	return 0;
}

/* In a loop in the section, and with work in the branch before. */
static int drain(struct store *s, int n)
{
	int taken = 0;

	struct drain_cs cs = { .s = s, .n = n, .taken = taken };
	if (rcl_exec_anon(&s->lock, drain_cs, &cs, sizeof(cs)) == 1) {
		return cs.result;
	}
	taken = cs.taken;
	return -taken;
}

int main(void)
{
	struct store *s = &store;

	printf("%d", take(s, 1));
	printf(" %d", take(s, 7));
	printf(" %d", take(s, -1));
	printf(" %d", put(s, 4));
	printf(" %d %d\n", put(s, -1), s->error);
	printf("%d", move(s, 100));
	printf(" %d", move(s, 2));
	printf(" %d", fail(s, 50));
	printf(" %d %d\n", fail(s, 1), s->error);
	printf("%d", loop(s, 5));
	printf(" %d", loop(s, 30));
	printf(" %d", maybe(s, 1));
	printf(" %d", maybe(s, 3));
	printf(" %d %d\n", maybe(s, 10), notes);
	printf("%d", drain(s, 5));
	printf(" %d", drain(s, 100));
	printf(" %d %d %d\n", s->items, s->error, notes);
	put(s, 6);
	printf("%d", empty(s, 8));
	printf(" %d %d", s->error, s->items);
	printf(" %d\n", empty(s, 100));
	return 0;
}
