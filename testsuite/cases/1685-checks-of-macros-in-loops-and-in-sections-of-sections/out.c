/* Checks of macros in loops, in a switch, and in a section that stands in another one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
static rcl_mutex_t a_lock = RCL_MUTEX_INITIALIZER(a_lock), b_lock = RCL_MUTEX_INITIALIZER(b_lock);
static int total, other, notes;
struct item { int n; struct item *next; char name[8]; };
static struct item items[3] = { { 1, &items[1], "a" }, { 2, &items[2], "b" }, { 3, NULL, "c" } };
#define CHECK(c, m, label) do { if (!(c)) { rcl_unlock(m); goto label; } } while (0)
#define CHECK_LEAVE(c, leave) do { if (!(c)) { leave; } } while (0)
#define CHECK_SET(c, m, var, val, label) do { if (!(c)) { rcl_unlock(m); var = val; notes += var; goto label; } } while (0)
#define CHECK_SET_LEAVE(c, leave) do { if (!(c)) { leave; } } while (0)
#define RET_IF(c, m, v) if (c) { rcl_unlock(m); return v; } else (void)0
#define RET_IF_LEAVE(c, leave) if (c) { leave; } else (void)0
#define CHECK_KEEP(c, v) do { if (!(c)) return v; } while (0)
#define CHECK_KEEP_LEAVE(c, leave) do { if (!(c)) leave; } while (0)
struct f_b_cs {  /* b_lock, in.c:23-28 */
	int *n;  /* by reference */
};

static int f_b_cs(void *ctx)
{
	struct f_b_cs *cs = ctx;
	int *n = cs->n;

	other += *n;
	CHECK_SET_LEAVE(other < 20, { return 1; });
	CHECK_SET_LEAVE(other < 30, { return 2; });
	other++;
	return 0;
}

struct f_a_cs {   /* a_lock, in.c:20-33 */
	int *n;   /* by reference */
	int err;  /* in-out */
};

static int f_a_cs(void *ctx)
{
	struct f_a_cs *cs = ctx;
	int *n = cs->n;
	int err = cs->err;
	int got;

	got = sscanf("7", "%d", n);
	total += got;
	struct f_b_cs b_cs = { .n = n };
	switch (rcl_exec_anon(&b_lock, f_b_cs, &b_cs, sizeof(b_cs))) {
	case 1:
		err = *n + got;
		notes += err;
		goto skip;
	case 2:
		*n = *n * 2;
		notes += *n;
		goto skip;
	}
	total += 5;
skip:
	total += err + *n;
	err = total;
	cs->err = err;
	return 0;
}

/* the outer section has n by its address, the inner is left to a label of the outer */
static int f(int n)
{
	int err = 0;

	struct f_a_cs cs = { .n = &n, .err = err };
	rcl_exec_errno(&a_lock, f_a_cs, &cs, sizeof(cs));
	err = cs.err;
	return err;
}

struct g_cs {            /* a_lock, in.c:39-53 */
	int n;           /* in */
	int found;       /* in-out */
	struct item *i;  /* out */
	char *copy;      /* by reference */
};

static int g_cs(void *ctx)
{
	struct g_cs *cs = ctx;
	int n = cs->n;
	int found = cs->found;
	char *copy = cs->copy;

	for (struct item *i = items; i; i = i->next) {
		strcpy(copy, i->name);
		RET_IF_LEAVE(i->n == n, {
			cs->i = i;
			return 1;
		});
		found++;
		switch (found) {
		case 2:
			RET_IF_LEAVE(n == 77, {
				cs->found = found;
				return 2;
			});
			break;
		default:
			CHECK_LEAVE(n != 88, {
				cs->found = found;
				return 3;
			});
		}
	}
	cs->found = found;
	return 0;
}

static int g(int n)
{
	int found = 0;
	char copy[8];
	struct g_cs cs = { .n = n, .found = found, .copy = copy };
	switch (rcl_exec_anon(&a_lock, g_cs, &cs, sizeof(cs))) {
	case 1: {
		struct item *i = cs.i;
		return i->n * 10 + copy[0];
	}
	case 2:
		found = cs.found;
		return found + copy[0];
	case 3:
		found = cs.found;
		goto out;
	}
	found = cs.found;
	found = -found;
out:
	return found;
}

struct h_cs {   /* b_lock, in.c:62-64 */
	int n;  /* in */
	int k;  /* in */
};

static int h_cs(void *ctx)
{
	struct h_cs *cs = ctx;
	int n = cs->n;
	int k = cs->k;

	other += k;
	CHECK_LEAVE(k != n, { return 1; });
	return RCL_KEEP;
}

static int h(int n)
{
	int total = 3; /* hides the other one */
	for (int k = 0; k < 3; k++) {
		struct h_cs cs = { .n = n, .k = k };
		if (rcl_exec_anon(&b_lock, h_cs, &cs, sizeof(cs)) == 1) {
			goto next;
		}
		int total = other;
		RET_IF(total > 400, &b_lock, total);
		other += total;
		rcl_unlock(&b_lock);
		notes += total;
next:
		total++;
	}
	return total;
}

struct p_cs {       /* a_lock, in.c:78-83 */
	int n;      /* in */
	int *kept;  /* by reference */
};

static int p_cs(void *ctx)
{
	struct p_cs *cs = ctx;
	int n = cs->n;
	int *kept = cs->kept;

	RET_IF_LEAVE(n < 0, { return 1; });
	*kept += n;
	RET_IF_LEAVE(n == 5, { return 2; });
	(*kept)++;
	return 0;
}

static int *p(int n)
{
	static int kept;
	struct p_cs cs = { .n = n, .kept = &kept };
	switch (rcl_exec_anon(&a_lock, p_cs, &cs, sizeof(cs))) {
	case 1:
		return NULL;
	case 2:
		return &kept;
	}
	return &kept;
}

struct u_cs {   /* a_lock, in.c:88-93 */
	int n;  /* in-out */
};

static int u_cs(void *ctx)
{
	struct u_cs *cs = ctx;
	int n = cs->n;

	total += n;
	CHECK_KEEP_LEAVE(n < 1000, { return RCL_KEEP | 1; });
	RET_IF_LEAVE(n > 10, {
		cs->n = n;
		return 2;
	});
	n = total;
	cs->n = n;
	return 0;
}

static unsigned char u(int n)
{
	struct u_cs cs = { .n = n };
	switch (rcl_exec_anon(&a_lock, u_cs, &cs, sizeof(cs))) {
	case 1:
		return 44;
	case 2:
		n = cs.n;
		return 256 + n;
	}
	n = cs.n;
	return n;
}
int main(void)
{
	printf("%d %d %d %d\n", f(1), f(2), f(3), f(4));
	printf("%d %d %d %d\n", g(2), g(77), g(88), g(9));
	printf("%d %d %d\n", h(0), h(1), h(5));
	printf("%d %d %d\n", p(-1) == NULL, *p(5), *p(3));
	printf("%d %d\n", u(3), u(12));
	printf("%d %d %d\n", total, other, notes);
	printf("%d\n", u(2000));
	return 0;
}
