/* Lock guards whose mutex is found, or named, in ways that may come to another one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mtx {
	rcl_mutex_t lock;
	struct mtx *next;
};

struct guard {
	struct mtx *mtx;
	struct mtx *former;
};

struct guard guard_take(struct mtx *m);
rcl_mutex_t *guard_take_mutex(struct mtx *m);
struct guard guard_take_numbered(struct mtx *m, int number);
struct guard guard_take_first(struct mtx *m);
struct guard guard_take_next(struct mtx *m);
struct guard guard_take_if(struct mtx *m);
struct guard guard_take_swapped(struct mtx *m);
struct guard guard_take_set(struct mtx *m);
void guard_release(struct guard *g);
void guard_release_former(struct guard *g);
void guard_release_first(struct guard *g);
void guard_release_any(struct guard *g);

#define GUARD __attribute__((cleanup(guard_release))) struct guard
#define WITH(taken) \
	for (GUARD with_ = taken; with_.mtx; with_.mtx = (guard_release(&with_), NULL))

static struct mtx ms[3] = {
	{ RCL_MUTEX_INITIALIZER(mtx_lock_in), &ms[1] }, { RCL_MUTEX_INITIALIZER(mtx_lock_in_32), &ms[2] }, { RCL_MUTEX_INITIALIZER(mtx_lock_in_32), &ms[0] }
};
static int count, given;

static struct mtx *pick(void)
{
	return &ms[given++ % 2];
}

/* The argument means another mutex at the end. */
static int walks(struct mtx *m)
{
	GUARD lock = guard_take(m);

	count++;
	m = m->next;
	return m == &ms[2];
}

static int indexed(int i)
{
	WITH(guard_take(&ms[i])) {
		i = (i + 1) % 3;
		count += i;
	}
	return count;
}

/* What is called for an argument is called once. */
static int picked(void)
{
	GUARD lock = guard_take(pick());

	return ++count;
}

static int numbered(void)
{
	GUARD lock = guard_take_numbered(&ms[1], ++given);

	return ++count;
}

/* What is locked is not what is held. */
static int first(void)
{
	__attribute__((cleanup(guard_release_first))) struct guard lock = guard_take_first(&ms[1]);

	return ++count;
}

static int next(void)
{
	GUARD lock = guard_take_next(&ms[1]);

	return ++count;
}

/* Of two fields one is taken, and the other, or both, given back. */
static int former(void)
{
	__attribute__((cleanup(guard_release_former))) struct guard lock = guard_take_swapped(&ms[1]);

	return ++count;
}

static int swapped(void)
{
	GUARD lock = guard_take_swapped(&ms[1]);

	return ++count + (rcl_trylock(&ms[0].lock) == 0 && rcl_unlock(&ms[0].lock) == 0);
}

static int any(void)
{
	__attribute__((cleanup(guard_release_any))) struct guard lock = guard_take(&ms[1]);

	return ++count;
}

static int set(void)
{
	GUARD lock = guard_take_set(&ms[1]);

	return ++count;
}

/* The address of a variable is there, but not what is behind it. */
static int with_if(void)
{
	WITH(guard_take_if(&ms[1])) {
		count++;
	}
	return count;
}

struct without_braces_cs {  /* ms[0].lock, in.c:130-132 */
	int n;              /* in */
};

static int without_braces_cs(void *ctx)
{
	struct without_braces_cs *cs = ctx;
	int n = cs->n;

	for (int i = 0; i < n; i++)
		count += i;
	return 0;
}

static int without_braces(int n)
{
	struct without_braces_cs cs = { .n = n };
	rcl_exec_anon(guard_take_mutex(&ms[0]), without_braces_cs, &cs, sizeof(cs));
	return count;
}

struct nested_mtx_2_cs {  /* ms[2].lock, in.c:139-143 */
	int n;            /* in */
};

static int nested_mtx_2_cs(void *ctx)
{
	struct nested_mtx_2_cs *cs = ctx;
	int n = cs->n;

	if (n == 2)
		return 0;
	count++;
	return 0;
}

struct nested_mtx_1_cs {  /* ms[1].lock, in.c:138-147 */
	int n;            /* in */
	int result;       /* out */
};

static int nested_mtx_1_cs(void *ctx)
{
	struct nested_mtx_1_cs *cs = ctx;
	int n = cs->n;
	struct nested_mtx_2_cs mtx_2_cs = { .n = n };
	rcl_exec_anon(guard_take_mutex(&ms[2]), nested_mtx_2_cs,
			&mtx_2_cs, sizeof(mtx_2_cs));
	count += 2;
	if (n == 3) {
		cs->result = -count;
		return 1;
	}
	return 0;
}

static int nested(int n)
{
	struct nested_mtx_1_cs cs = { .n = n };
	if (rcl_exec_anon(guard_take_mutex(&ms[1]), nested_mtx_1_cs, &cs, sizeof(cs)) == 1)
		return cs.result;
	return count;
}

/* A loop that asks for more, and one that counts, too. */
static int asks(int n)
{
	for (GUARD lock = guard_take(&ms[0]); lock.mtx && n > 0; guard_release(&lock))
		count++;
	return count;
}

static int counts(int n)
{
	for (GUARD lock = guard_take(&ms[0]); lock.mtx; n++, guard_release(&lock))
		count++;
	return count + n;
}

/* One that stays locked, as nothing gives it back. */
static int lost(void)
{
	for (GUARD lock = guard_take(&ms[0]); lock.mtx; lock.mtx = NULL)
		count++;
	return rcl_trylock(&ms[0].lock) != 0 && rcl_unlock(&ms[0].lock) == 0;
}

int main(void)
{
	printf("%d %d ", walks(&ms[0]), walks(&ms[1]));
	printf("%d ", indexed(0));
	printf("%d ", indexed(2));
	printf("%d ", picked());
	printf("%d ", picked());
	printf("%d %d\n", numbered(), given);
	printf("%d ", first());
	printf("%d ", next());
	printf("%d ", former());
	printf("%d ", swapped());
	printf("%d ", any());
	printf("%d\n", set());
	printf("%d ", with_if());
	printf("%d ", without_braces(3));
	printf("%d ", nested(2));
	printf("%d ", nested(3));
	printf("%d ", asks(1));
	printf("%d ", asks(0));
	printf("%d ", counts(1));
	printf("%d\n", lost());
	for (int i = 0; i < 3; i++)
		printf("%d ", rcl_trylock(&ms[i].lock));
	printf("\n");
	return 0;
}

rcl_mutex_t *guard_take_mutex(struct mtx *m)
{
	struct guard g = { m, NULL };

	return &g.mtx->lock;
}

struct guard guard_take(struct mtx *m)
{
	struct guard g = { m, NULL };

	rcl_lock(&g.mtx->lock);
	return g;
}

struct guard guard_take_numbered(struct mtx *m, int number)
{
	(void)number;
	rcl_lock(&m->lock);
	return (struct guard){ .mtx = m };
}

struct guard guard_take_first(struct mtx *m)
{
	rcl_lock(&ms[0].lock);
	return (struct guard){ .mtx = m };
}

struct guard guard_take_next(struct mtx *m)
{
	rcl_lock(&m->next->lock);
	return (struct guard){ m->next, m };
}

struct guard guard_take_if(struct mtx *m)
{
	struct guard g = { m, NULL };

	if (m->next)
		rcl_lock(&m->lock);
	else
		g.mtx = NULL;
	return g;
}

struct guard_take_swapped_cs {  /* m->lock, in.c:244-246 */
	struct mtx *m;          /* in */
	struct guard g;         /* in-out */
};

static int guard_take_swapped_cs(void *ctx)
{
	struct guard_take_swapped_cs *cs = ctx;
	struct mtx *m = cs->m;
	struct guard g = cs->g;

	g.mtx = m;
	cs->g = g;
	return RCL_KEEP | 1;
}

struct guard guard_take_swapped(struct mtx *m)
{
	struct guard g = { .former = m, .mtx = &ms[0] };

	struct guard_take_swapped_cs cs = { .m = m, .g = g };
	rcl_exec_anon(&m->lock, guard_take_swapped_cs, &cs, sizeof(cs));
	g = cs.g;
	return g;
}

struct guard guard_take_set(struct mtx *m)
{
	struct guard g;

	g.former = NULL;
	g.mtx = m;
	rcl_lock(&g.mtx->lock);
	return g;
}

void guard_release(struct guard *g)
{
	if (g->mtx)
		rcl_unlock(&g->mtx->lock);
	g->mtx = NULL;
}

void guard_release_former(struct guard *g)
{
	if (g->former)
		rcl_unlock(&g->former->lock);
}

void guard_release_first(struct guard *g)
{
	if (g->mtx)
		rcl_unlock(&ms[0].lock);
}

void guard_release_any(struct guard *g)
{
	struct mtx *held = g->mtx ? g->mtx : g->former;

	if (held)
		rcl_unlock(&held->lock);
}
