/* What a macro does behind its check names variables of its user's, by itself. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <errno.h>

struct store { rcl_mutex_t lock; int used, failures; const char *name; };
static struct store one = { RCL_MUTEX_INITIALIZER(store_lock), 0, 0, "one" };
static int total;

#define FAIL_IF(cond, code) do { \
		if (cond) { \
			rcl_unlock(&s->lock); \
			ret = code; \
			goto out; \
		} \
	} while (0)
#define FAIL_IF_LEAVE(cond, leave) do { \
		if (cond) { \
			leave; \
		} \
	} while (0)
#define RETURN_IF(cond) do { if (cond) { rcl_unlock(&s->lock); return ret; } } while (0)
#define RETURN_IF_LEAVE(cond, leave) do { if (cond) { leave; } } while (0)
#define SAY_IF(cond) do { \
		if (cond) { \
			s->failures++; \
			rcl_unlock(&s->lock); \
			printf("%s: %d %d\n", s->name, ret, n); \
			ret -= 2; \
			return ret; \
		} \
	} while (0)
#define SAY_IF_LEAVE(cond, leave) do { \
		if (cond) { \
			s->failures++; \
			leave; \
		} \
	} while (0)

/* its parameter is a field's name, too */
#define NOTE_IF(cond, failures) do { \
		if (cond) { \
			rcl_unlock(&s->lock); \
			s->failures += 3; \
			return -1; \
		} \
	} while (0)
#define NOTE_IF_LEAVE(cond, leave) do { \
		if (cond) { \
			leave; \
		} \
	} while (0)

struct a_cs {             /* s->lock, in.c:41-48 */
	struct store *s;  /* in */
	int n;            /* in */
	int ret;          /* out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int ret;

	FAIL_IF_LEAVE(n < 0, { return 1; });
	total += n;
	FAIL_IF_LEAVE(n > 100, { return 2; });
	s->used += n;
	ret = s->used;
	FAIL_IF_LEAVE(ret == 77, {
		cs->ret = ret;
		return 3;
	});
	cs->ret = ret;
	return 0;
}

static int a(struct store *s, int n)
{
	int ret = 7;

	struct a_cs cs = { .s = s, .n = n };
	switch (rcl_exec_anon(&s->lock, a_cs, &cs, sizeof(cs))) {
	case 1:
		ret = -EINVAL;
		goto out;
	case 2:
		ret = -E2BIG;
		goto out;
	case 3:
		ret = cs.ret;
		ret = ret + n;
		goto out;
	}
	ret = cs.ret;
out:
	return ret;
}

struct b_cs {             /* s->lock, in.c:57-63 */
	struct store *s;  /* in */
	int n;            /* in */
	int ret;          /* out */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int ret;

	ret = s->used - n;
	RETURN_IF_LEAVE(ret < 0, {
		cs->ret = ret;
		return 1;
	});
	ret += total;
	s->used++;
	RETURN_IF_LEAVE(n == 3, {
		cs->ret = ret;
		return 1;
	});
	return 0;
}

static int b(struct store *s, int n)
{
	int ret;

	struct b_cs cs = { .s = s, .n = n };
	if (rcl_exec_anon(&s->lock, b_cs, &cs, sizeof(cs)) == 1) {
		ret = cs.ret;
		return ret;
	}
	return 0;
}

struct c_cs {             /* s->lock, in.c:71-76 */
	struct store *s;  /* in */
	int n;            /* in-out */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	SAY_IF_LEAVE(n == 0, {
		cs->n = n;
		return 1;
	});
	s->used += n;
	n += 100;
	SAY_IF_LEAVE(s->used > 90, {
		cs->n = n;
		return 1;
	});
	return 0;
}

static int c(struct store *s, int n)
{
	int ret = 1;

	struct c_cs cs = { .s = s, .n = n };
	if (rcl_exec_anon(&s->lock, c_cs, &cs, sizeof(cs)) == 1) {
		n = cs.n;
		printf("%s: %d %d\n", s->name, ret, n);
		ret -= 2;
		return ret;
	}
	return ret;
}

struct d_cs {             /* s->lock, in.c:85-90 */
	struct store *s;  /* in */
	int n;            /* in-out */
	int *ret;         /* by reference */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	int *ret = cs->ret;

	if (sscanf("12", "%d", ret) != 1)
		n++;
	RETURN_IF_LEAVE(n > 2, { return 1; });
	s->used += *ret;
	cs->n = n;
	return 0;
}

/* one that has it by its address, too */
static int d(struct store *s, int n)
{
	int ret = 0;

	struct d_cs cs = { .s = s, .n = n, .ret = &ret };
	if (rcl_exec_errno(&s->lock, d_cs, &cs, sizeof(cs)) == 1) {
		return ret;
	}
	n = cs.n;
	return ret + n;
}

struct e_cs {             /* s->lock, in.c:99-102 */
	struct store *s;  /* in */
	int n;            /* in */
};

static int e_cs(void *ctx)
{
	struct e_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	FAIL_IF_LEAVE(n > 2, { return 1; });
	s->used += n;
	return 0;
}

/* and one that is only set there */
static int e(struct store *s, int n)
{
	int ret;

	struct e_cs cs = { .s = s, .n = n };
	if (rcl_exec_anon(&s->lock, e_cs, &cs, sizeof(cs)) == 1) {
		ret = n;
		goto out;
	}
	return 0;
out:
	return ret + 1;
}

struct f_cs {             /* s->lock, in.c:110-113 */
	struct store *s;  /* in */
	int n;            /* in */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	NOTE_IF_LEAVE(n > 2, { return 1; });
	s->used += n;
	return 0;
}

static int f(struct store *s, int n)
{
	struct f_cs cs = { .s = s, .n = n };
	if (rcl_exec_anon(&s->lock, f_cs, &cs, sizeof(cs)) == 1) {
		s->used += 3;
		return -1;
	}
	return 0;
}

int main(void)
{
	printf("%d %d %d %d\n", a(&one, 3), a(&one, -3), a(&one, 300), a(&one, 74));
	printf("%d %d %d\n", b(&one, 100), b(&one, 3), b(&one, 4));
	printf("%d %d %d\n", c(&one, 0), c(&one, 2), c(&one, 30));
	printf("%d %d\n", d(&one, 0), d(&one, 4));
	printf("%d %d\n", e(&one, 0), e(&one, 4));
	printf("%d %d\n", f(&one, 0), f(&one, 4));
	printf("%d %d %d\n", total, one.used, one.failures);
	return 0;
}
