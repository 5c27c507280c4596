/* What a function returns while a guard has the lock: worked out in the section, unless nobody else can change it. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), other = RCL_MUTEX_INITIALIZER(other);
static rcl_cond_t filled = RCL_COND_INITIALIZER;

static rcl_mutex_t *take(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

static void give_back(rcl_mutex_t **mutex)
{
	if (*mutex != NULL)
		rcl_unlock(*mutex);
}

#define GUARD(m) __attribute__((cleanup(give_back_always))) rcl_mutex_t *guard = take(m)
#define BOTH(m) __attribute__((cleanup(give_back_always))) rcl_mutex_t *guard = (rcl_lock(m), (m))

struct pair {
	int a, b;
};

typedef int (*reader)(int);

static struct pair pair = { 1, 2 };
static char name[16] = "name";
static int count, limit = 5;
static unsigned char small = 250;

struct get_pair_cs {         /* m, in.c:44-45 */
	struct pair result;  /* out */
};

static int get_pair_cs(void *ctx)
{
	struct get_pair_cs *cs = ctx;

	cs->result = pair;
	return 1;
}

static struct pair get_pair(void)
{
	struct get_pair_cs cs;
	rcl_exec_anon(&m, get_pair_cs, &cs, sizeof(cs));
	return cs.result;
}

struct get_name_cs {         /* m, in.c:50-53 */
	int from;            /* in */
	const char *result;  /* out */
};

static int get_name_cs(void *ctx)
{
	struct get_name_cs *cs = ctx;
	int from = cs->from;

	if (from > 3)
		return 1;
	cs->result = name + from;
	return 2;
}

static const char *get_name(int from)
{
	struct get_name_cs cs = { .from = from };
	int way = rcl_exec_anon(&m, get_name_cs, &cs, sizeof(cs));

	if (way == 1)
		return "none";
	return cs.result;
}

struct is_full_cs {   /* m, in.c:58-59 */
	bool result;  /* out */
};

static int is_full_cs(void *ctx)
{
	struct is_full_cs *cs = ctx;

	cs->result = count >= limit;
	return 1;
}

static bool is_full(void)
{
	struct is_full_cs cs;
	rcl_exec_anon(&m, is_full_cs, &cs, sizeof(cs));
	return cs.result;
}

struct narrow_cs {             /* m, in.c:64-65 */
	int by;                /* in */
	unsigned char result;  /* out */
};

static int narrow_cs(void *ctx)
{
	struct narrow_cs *cs = ctx;
	int by = cs->by;

	cs->result = small + by;
	return 1;
}

static unsigned char narrow(int by)
{
	struct narrow_cs cs = { .by = by };
	rcl_exec_anon(&m, narrow_cs, &cs, sizeof(cs));
	return cs.result;
}

static int plus_count(int n)
{
	return n + count;
}

struct get_reader_cs {  /* m, in.c:75-78 */
	int which;      /* in */
	reader result;  /* out */
};

static int get_reader_cs(void *ctx)
{
	struct get_reader_cs *cs = ctx;
	int which = cs->which;

	if (!which)
		return 1;
	cs->result = which == count ? NULL : plus_count;
	return 2;
}

static reader get_reader(int which)
{
	struct get_reader_cs cs = { .which = which };
	int way = rcl_exec_anon(&m, get_reader_cs, &cs, sizeof(cs));

	if (way == 1)
		return NULL;
	return cs.result;
}

struct get_plain_reader_cs {  /* m, in.c:83-85 */
	int (*result)(int);   /* out */
};

static int get_plain_reader_cs(void *ctx)
{
	struct get_plain_reader_cs *cs = ctx;

	count++;
	cs->result = plus_count;
	return 1;
}

static int (*get_plain_reader(void))(int)
{
	struct get_plain_reader_cs cs;
	rcl_exec_anon(&m, get_plain_reader_cs, &cs, sizeof(cs));
	return cs.result;
}

/* Its address is known to others, and so is that of the array. */
static void set(int *to, int value)
{
	*to = value;
}

struct by_reference_cs {  /* m, in.c:99-109 */
	int n;            /* in */
	int *x;           /* by reference */
	int *list;        /* by reference */
	int result;       /* out */
};

static int by_reference_cs(void *ctx)
{
	struct by_reference_cs *cs = ctx;
	int n = cs->n;
	int *x = cs->x;
	int *list = cs->list;

	count += *x;
	set(x, count);
	if (n == 1) {
		cs->result = *x;
		return 1;
	}
	if (n == 2) {
		cs->result = list[n] +
			*x *
			2;
		return 1;
	}
	list[n % 3] += *x;
	cs->result = (list[0] + list[1] + (list[2]));
	return 1;
}

static int by_reference(int n)
{
	int x = n, list[3] = { 1, 2, 3 };
	set(&x, n + 1);

	struct by_reference_cs cs = { .n = n, .x = &x, .list = list };
	rcl_exec_anon(&m, by_reference_cs, &cs, sizeof(cs));
	return cs.result;
}

struct own_cs {        /* m, in.c:116-128 */
	int n;         /* in */
	int result;    /* in-out */
	int returned;  /* out */
};

static int own_cs(void *ctx)
{
	struct own_cs *cs = ctx;
	int n = cs->n;
	int result = cs->result;

	if (n < 0)
		return 1;
	else if (n == 0) {
		cs->returned = result + count;
		return 2;
	}
	for (int i = 0; i < n; i++)
		if (i == limit) {
			cs->returned = i;
			return 2;
		}
		else if (i + count > 40) {
			cs->returned = count - i;
			return 2;
		}
	result += count;
	cs->result = result;
	return 3;
}

/* A local variable that only this function knows, and one that has the name of what is given back. */
static int own(int n)
{
	int result = n * 2;
	struct own_cs cs = { .n = n, .result = result };
	int way = rcl_exec_anon(&m, own_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1; /* none */
	if (way == 2)
		return cs.returned;
	result = cs.result;
	return result;
}

struct jumps_cs {    /* m, in.c:136-165 */
	int n;       /* in */
	int found;   /* in-out */
	int result;  /* out */
};

static int jumps_cs(void *ctx)
{
	struct jumps_cs *cs = ctx;
	int n = cs->n;
	int found = cs->found;

	if (n == 0) {
		cs->found = found;
		return 1;
	}
	again:
	switch (n) {
	case 1:
		found = count;
		break;
	case 2:
		cs->found = found;
		return 1;
	case 3:
		cs->result = found + limit;
		return 2;
	case 4:
		n = 1;
		goto again;
	default:
		while (n > 6) {
			if (n == 9)
				return 3;
			n--;
			continue;
		}
		do {
			if (n == 5)
				break;
			n--;
		} while (n > 0);
	}
	found += n;
	cs->found = found;
	return 0;
}

static int jumps(int n)
{
	int found = 0;

	{
		struct jumps_cs cs = { .n = n, .found = found };
		switch (rcl_exec_anon(&m, jumps_cs, &cs, sizeof(cs))) {
		case 1:
			found = cs.found;
			goto out;
		case 2:
			return cs.result;
		case 3:
			goto twice;
		}
		found = cs.found;
	}
	return found;
twice:
	found = 2;
out:
	return found - 100;
}

struct waits_cs {    /* m, in.c:175-180 */
	int n;       /* in */
	int result;  /* out */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	int n = cs->n;

	if (count < n)
		return rcl_wait(&filled, &m);
	count--;
	cs->result = count;
	return 1;
}

static int waits(int n)
{
	struct waits_cs cs = { .n = n };
	rcl_exec_waiting(&m, waits_cs, &cs, sizeof(cs));
	return cs.result;
}

struct fill_cs {  /* m, in.c:185-190 */
	int n;    /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	int n = cs->n;

	if (n < 0)
		return 0;
	count += n;
	rcl_cond_broadcast(&filled);
	return 0;
}

static void fill(int n)
{
	struct fill_cs cs = { .n = n };
	rcl_exec_anon(&m, fill_cs, &cs, sizeof(cs));
}

static void *filler(void *arg)
{
	fill(*(int *)arg);
	return NULL;
}

struct fails_cs {    /* m, in.c:200-202 */
	int n;       /* in */
	int result;  /* out */
};

static int fails_cs(void *ctx)
{
	struct fails_cs *cs = ctx;
	int n = cs->n;

	errno = n + count - count;
	cs->result = errno ? -errno : errno;
	return 1;
}

static int fails(int n)
{
	struct fails_cs cs = { .n = n };
	rcl_exec_errno(&m, fails_cs, &cs, sizeof(cs));
	return cs.result;
}

/* m, in.c:210-212 */
static int recurses_cs(void *ctx)
{
	count++;
	return 0;
}

static int recurses(int n)
{
	if (n == 0)
		return 1;
	{
		rcl_exec_anon(&m, recurses_cs, NULL, 0);
	}
	return n * recurses(n - 1);
}

struct inside_other_cs {  /* other, in.c:221-228 */
	int n;            /* in */
};

static int inside_other_cs(void *ctx)
{
	struct inside_other_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		limit++;
		return 1;
	}
	limit--;
	return 0;
}

struct inside_m_cs {  /* m, in.c:219-229 */
	int n;        /* in */
	int result;   /* out */
};

static int inside_m_cs(void *ctx)
{
	struct inside_m_cs *cs = ctx;
	int n = cs->n;
	struct inside_other_cs other_cs = { .n = n };
	if (rcl_exec_anon(&other, inside_other_cs, &other_cs, sizeof(other_cs)) == 1) {
		cs->result = count + n;
		return 1;
	}
	cs->result = limit;
	return 1;
}

/* Another lock inside, and one around it. */
static int inside(int n)
{
	struct inside_m_cs cs = { .n = n };
	rcl_exec_anon(&m, inside_m_cs, &cs, sizeof(cs));
	return cs.result;
}

struct around_m_cs {  /* m, in.c:236-238 */
	int n;        /* in */
};

static int around_m_cs(void *ctx)
{
	struct around_m_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

struct around_other_cs {  /* other, in.c:234-245 */
	int n;            /* in */
};

static int around_other_cs(void *ctx)
{
	struct around_other_cs *cs = ctx;
	int n = cs->n;

	{
		struct around_m_cs m_cs = { .n = n };
		rcl_exec_anon(&m, around_m_cs, &m_cs, sizeof(m_cs));
	}
	limit += count;
	if (n == 1) {
		return 1;
	}
	limit -= count;
	return 0;
}

static int around(int n)
{
	struct around_other_cs cs = { .n = n };
	if (rcl_exec_anon(&other, around_other_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return n;
}

struct one_behind_the_other_m_cs {  /* m, in.c:252-256 */
	int n;                      /* in */
	int result;                 /* out */
};

static int one_behind_the_other_m_cs(void *ctx)
{
	struct one_behind_the_other_m_cs *cs = ctx;
	int n = cs->n;

	if (n == 0) {
		cs->result = count;
		return 1;
	}
	count += n;
	return 0;
}

struct one_behind_the_other_other_cs {  /* other, in.c:258-262 */
	int n;                          /* in */
	int result;                     /* out */
};

static int one_behind_the_other_other_cs(void *ctx)
{
	struct one_behind_the_other_other_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		cs->result = limit;
		return 1;
	}
	limit += n;
	return 0;
}

static int one_behind_the_other(int n)
{
	{
		struct one_behind_the_other_m_cs cs = { .n = n };
		if (rcl_exec_anon(&m, one_behind_the_other_m_cs, &cs, sizeof(cs)) == 1)
			return cs.result;
	}
	{
		struct one_behind_the_other_other_cs cs = { .n = n };
		if (rcl_exec_anon(&other, one_behind_the_other_other_cs, &cs, sizeof(cs)) == 1)
			return cs.result;
	}
	return n;
}

struct two_at_once_cs {  /* other, in.c:269-275 */
	int n;           /* in */
	int result;      /* out */
};

static int two_at_once_cs(void *ctx)
{
	struct two_at_once_cs *cs = ctx;
	int n = cs->n;

	count += n;
	limit += n;
	if (n == 3) {
		cs->result = count * limit;
		return 1;
	}
	return 2;
}

static int two_at_once(int n)
{
	__attribute__((cleanup(give_back))) rcl_mutex_t *first = take(&m);
	struct two_at_once_cs cs = { .n = n };
	int way = rcl_exec_anon(&other, two_at_once_cs, &cs, sizeof(cs));

	if (way == 1)
		return cs.result;
	return 0;
}

struct keeps_other_cs {  /* other, in.c:284-291 */
	int n;           /* in */
	int seen;        /* out */
};

static int keeps_other_cs(void *ctx)
{
	struct keeps_other_cs *cs = ctx;
	int n = cs->n;
	int seen;

	seen = limit;
	if (n == 1) {
		cs->seen = seen;
		return RCL_KEEP | 1;
	}
	if (n == 2) {
		cs->seen = seen;
		return RCL_KEEP | 2;
	}
	seen++;
	cs->seen = seen;
	return 0;
}

struct keeps_m_cs {  /* m, in.c:282-292 */
	int n;       /* in */
	int seen;    /* out */
};

static int keeps_m_cs(void *ctx)
{
	struct keeps_m_cs *cs = ctx;
	int n = cs->n;
	int seen;
	struct keeps_other_cs other_cs = { .n = n };
	int other_way = rcl_exec_anon(&other, keeps_other_cs, &other_cs, sizeof(other_cs));
	seen = other_cs.seen;

	if (other_way == 1) {
		cs->seen = seen;
		return 1;
	}
	if (other_way == 2) {
		cs->seen = seen;
		return 2;
	}
	cs->seen = seen;
	return 1;
}

/* The other lock is kept on some ways. */
static int keeps(int n)
{
	int seen = 0;
	struct keeps_m_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, keeps_m_cs, &cs, sizeof(cs));

	if (way == 1) {
		seen = cs.seen;
		return seen;
	}
	seen = cs.seen;
	return -seen;
}

struct overlaps_cs {  /* m, in.c:299-303 */
	int n;        /* in */
	int result;   /* out */
};

static int overlaps_cs(void *ctx)
{
	struct overlaps_cs *cs = ctx;
	int n = cs->n;

	count += n;
	rcl_unlock(&other);
	count++;
	cs->result = count;
	return 1;
}

static int overlaps(int n)
{
	rcl_lock(&other);
	limit += n;
	struct overlaps_cs cs = { .n = n };
	rcl_exec_anon(&m, overlaps_cs, &cs, sizeof(cs));
	return cs.result;
}

int main(void)
{
	pthread_t thread;
	int ten = 10;

	printf("%d %d\n", get_pair().a, get_pair().b);
	printf("%s %s\n", get_name(1), get_name(4));
	printf("%d %d\n", is_full(), narrow(10));
	printf("%d %d\n", get_reader(0) == NULL, get_reader(1)(3));
	printf("%d\n", get_plain_reader()(4));
	printf("%d %d %d %d\n", by_reference(0), by_reference(1), by_reference(2), by_reference(3));
	printf("%d %d %d %d\n", own(-1), own(0), own(3), own(9));
	count = 35;
	printf("%d %d\n", own(4), own(12));
	for (int i = 0; i < 11; i++)
		printf("%d ", jumps(i));
	count = 0;
	pthread_create(&thread, NULL, filler, &ten);
	printf("\n%d\n", waits(10));
	pthread_join(thread, NULL);
	printf("%d %d\n", fails(0), fails(3));
	printf("%d\n", errno);
	printf("%d %d\n", recurses(4), count);
	printf("%d %d\n", inside(1), inside(3));
	printf("%d %d\n", around(1), around(2));
	printf("%d %d %d\n", one_behind_the_other(0), one_behind_the_other(1), one_behind_the_other(2));
	printf("%d %d\n", two_at_once(3), two_at_once(4));
	for (int i = 0; i < 3; i++) {
		printf("%d ", keeps(i));
		if (i > 0)
			rcl_unlock(&other);
	}
	printf("%d %d %d\n", overlaps(3), count, limit);
	return 0;
}
