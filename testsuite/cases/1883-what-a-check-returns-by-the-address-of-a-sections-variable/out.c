/* What a macro gives back behind its check leads to a variable of the section's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct view { const int *at; int size; };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

#define CHECK(cond, ret) do { if (!(cond)) { rcl_unlock(&lock); return ret; } } while (0)
#define CHECK_LEAVE(cond, leave) do { if (!(cond)) { leave; } } while (0)

struct a_cs {          /* lock, in.c:13-18 */
	int n;         /* in */
	int *doubled;  /* by reference */
	int *at;       /* out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;
	int *doubled = cs->doubled;

	*doubled = n * 2;
	int *at = doubled;
	CHECK_LEAVE(n < 5, {
		cs->at = at;
		return 1;
	});
	total += *at;
	return 0;
}

static int a(int n)
{
	int doubled;
	struct a_cs cs = { .n = n, .doubled = &doubled };
	if (rcl_exec_anon(&lock, a_cs, &cs, sizeof(cs)) == 1) {
		int *at = cs.at;
		return *at;
	}
	return n;
}

struct b_cs {               /* lock, in.c:24-32 */
	struct view *view;  /* in */
	int n;              /* in */
	int i;              /* out */
	int *sum;           /* by reference */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	struct view *view = cs->view;
	int n = cs->n;
	int *sum = cs->sum;

	for (int i = 0; i < view->size; i++) {
		*sum = n + i;
		view->at = sum;
		CHECK_LEAVE(*sum < 9, {
			cs->i = i;
			return 1;
		});
		total += *sum;
	}
	view->at = &total;
	return 0;
}

static int b(struct view *view, int n)
{
	int sum;
	struct b_cs cs = { .view = view, .n = n, .sum = &sum };
	if (rcl_exec_anon(&lock, b_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		return view->at[0] + i;
	}
	return n;
}

int main(void)
{
	struct view view = { NULL, 3 };

	printf("%d %d %d\n", a(3), a(5), total);
	printf("%d %d %d\n", b(&view, 1), b(&view, 8), total);
	return 0;
}
