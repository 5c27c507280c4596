/* Sections that end at one place: by a lock macro that does more, and because what follows stays in place. */
#include <alloca.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct box {
	rcl_mutex_t lock;
	long n, held;
};

#define BOX_LOCK(b) do { rcl_lock(&(b)->lock); (b)->held = 1; } while (0)
#define BOX_LOCK_HELD(b) do { (b)->held = 1; } while (0)
#define BOX_UNLOCK(b) do { (b)->held = 0; rcl_unlock(&(b)->lock); } while (0)
#define BOX_UNLOCK_HELD(b) do { (b)->held = 0; } while (0)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct box box = { .lock = RCL_MUTEX_INITIALIZER(box_lock_in) }, other = { .lock = RCL_MUTEX_INITIALIZER(box_lock_in_15) };
static long total;

/* box.lock, in.c:24-26 */
static int cut_box_cs(void *ctx)
{
	BOX_LOCK_HELD(&box);
	box.n += total;
	BOX_UNLOCK_HELD(&box);
	return 0;
}

struct cut_m_cs {  /* m, in.c:22-26 */
	long n;    /* in */
};

static int cut_m_cs(void *ctx)
{
	struct cut_m_cs *cs = ctx;
	long n = cs->n;

	total += n;
	rcl_exec_anon(&box.lock, cut_box_cs, NULL, 0);
	return RCL_KEEP;
}

static long cut(long n)
{
	long *room;

	struct cut_m_cs cs = { .n = n };
	rcl_exec_anon(&m, cut_m_cs, &cs, sizeof(cs));
	room = alloca(sizeof(*room));
	*room = total;
	n += *room;
	rcl_unlock(&m);
	return n;
}

/* box.lock, in.c:40-42 */
static int cut_in_another_box_cs(void *ctx)
{
	BOX_LOCK_HELD(&box);
	box.n += other.n;
	BOX_UNLOCK_HELD(&box);
	return 0;
}

struct cut_in_another_other_cs {  /* other.lock, in.c:38-42 */
	long n;                   /* in */
};

static int cut_in_another_other_cs(void *ctx)
{
	struct cut_in_another_other_cs *cs = ctx;
	long n = cs->n;

	BOX_LOCK_HELD(&other);
	other.n += n;
	rcl_exec_anon(&box.lock, cut_in_another_box_cs, NULL, 0);
	return RCL_KEEP;
}

static long cut_in_another(long n)
{
	long *room;

	struct cut_in_another_other_cs cs = { .n = n };
	rcl_exec_anon(&other.lock, cut_in_another_other_cs, &cs, sizeof(cs));
	room = alloca(sizeof(*room));
	*room = other.n;
	n += *room;
	BOX_UNLOCK(&other);
	return n;
}

struct both_at_once_box_cs {  /* box.lock, in.c:53-66 */
	long n;               /* in */
};

static int both_at_once_box_cs(void *ctx)
{
	struct both_at_once_box_cs *cs = ctx;
	long n = cs->n;

	BOX_LOCK_HELD(&box);
	box.n += n;
	other.n -= n;
	if (n == 3) {
		BOX_UNLOCK_HELD(&box);
		return 1;
	}
	if (n == 4) {
		return RCL_KEEP | 2;
	}
	BOX_UNLOCK_HELD(&box);
	return 0;
}

struct both_at_once_other_cs {  /* other.lock, in.c:52-67 */
	long n;                 /* in */
};

static int both_at_once_other_cs(void *ctx)
{
	struct both_at_once_other_cs *cs = ctx;
	long n = cs->n;

	BOX_LOCK_HELD(&other);
	struct both_at_once_box_cs box_cs = { .n = n };
	switch (rcl_exec_anon(&box.lock, both_at_once_box_cs, &box_cs, sizeof(box_cs))) {
	case 1:
		BOX_UNLOCK_HELD(&other);
		return 1;
	case 2:
		BOX_UNLOCK_HELD(&other);
		return 2;
	}
	BOX_UNLOCK_HELD(&other);
	return 0;
}

static long both_at_once(long n)
{
	struct both_at_once_other_cs cs = { .n = n };
	switch (rcl_exec_anon(&other.lock, both_at_once_other_cs, &cs, sizeof(cs))) {
	case 1:
		return box.n;
	case 2:
		BOX_UNLOCK(&box);
		return other.n;
	}
	return n;
}

struct in_a_plain_one_box_cs {  /* box.lock, in.c:74-82 */
	long n;                 /* in */
};

static int in_a_plain_one_box_cs(void *ctx)
{
	struct in_a_plain_one_box_cs *cs = ctx;
	long n = cs->n;

	BOX_LOCK_HELD(&box);
	box.n += n;
	total++;
	if (n == 2) {
		BOX_UNLOCK_HELD(&box);
		return 1;
	}
	BOX_UNLOCK_HELD(&box);
	return 0;
}

struct in_a_plain_one_m_cs {  /* m, in.c:73-83 */
	long n;               /* in */
};

static int in_a_plain_one_m_cs(void *ctx)
{
	struct in_a_plain_one_m_cs *cs = ctx;
	long n = cs->n;
	struct in_a_plain_one_box_cs box_cs = { .n = n };
	if (rcl_exec_anon(&box.lock, in_a_plain_one_box_cs, &box_cs, sizeof(box_cs)) == 1) {
		return 1;
	}
	return 0;
}

static long in_a_plain_one(long n)
{
	struct in_a_plain_one_m_cs cs = { .n = n };
	if (rcl_exec_anon(&m, in_a_plain_one_m_cs, &cs, sizeof(cs)) == 1) {
		return 7;
	}
	return n;
}

struct around_a_plain_one_m_cs {  /* m, in.c:90-98 */
	long n;                   /* in */
};

static int around_a_plain_one_m_cs(void *ctx)
{
	struct around_a_plain_one_m_cs *cs = ctx;
	long n = cs->n;

	box.n += n;
	total++;
	if (n == 2) {
		return 1;
	}
	return 0;
}

struct around_a_plain_one_box_cs {  /* box.lock, in.c:89-99 */
	long n;                     /* in */
};

static int around_a_plain_one_box_cs(void *ctx)
{
	struct around_a_plain_one_box_cs *cs = ctx;
	long n = cs->n;

	BOX_LOCK_HELD(&box);
	struct around_a_plain_one_m_cs m_cs = { .n = n };
	if (rcl_exec_anon(&m, around_a_plain_one_m_cs, &m_cs, sizeof(m_cs)) == 1) {
		BOX_UNLOCK_HELD(&box);
		return 1;
	}
	BOX_UNLOCK_HELD(&box);
	return 0;
}

static long around_a_plain_one(long n)
{
	struct around_a_plain_one_box_cs cs = { .n = n };
	if (rcl_exec_anon(&box.lock, around_a_plain_one_box_cs, &cs, sizeof(cs)) == 1) {
		return 8;
	}
	return n;
}

int main(void)
{
	printf("%ld %ld\n", cut(2), cut_in_another(3));
	printf("%ld %ld %ld\n", both_at_once(2), both_at_once(3), both_at_once(4));
	printf("%ld %ld %ld %ld\n", in_a_plain_one(1), in_a_plain_one(2), around_a_plain_one(1), around_a_plain_one(2));
	printf("%ld %ld %ld %ld %ld\n", total, box.n, other.n, box.held, other.held);
	return 0;
}
