#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef ON_FLOPPIES
#define UNUSED(x) ((void)(x))
#endif

struct store {
	rcl_mutex_t lock;
	int disk[4];
	int n;
};

static struct store store = { RCL_MUTEX_INITIALIZER(store_lock), { 3, 5, 7, 9 }, 4 };

#ifndef ON_FLOPPIES
struct known_cs {         /* s->lock, in.c:27-34 */
	struct store *s;  /* in */
	int disk;         /* in */
};

static int known_cs(void *ctx)
{
	struct known_cs *cs = ctx;
	struct store *s = cs->s;
	int disk = cs->disk;
	int i;

	for (i = 0; i < s->n; i++) {
		if (s->disk[i] == disk) {
			return 1;
		}
	}
	return 0;
}
#endif

/* one branch says that it has no use for i */
static int known(struct store *s, int disk)
{
#ifdef ON_FLOPPIES
	int i = 0;
#endif
	int found = -1;

#ifdef ON_FLOPPIES
	UNUSED(i);
	UNUSED(s);
	found = disk;
#else
	struct known_cs cs = { .s = s, .disk = disk };
	if (rcl_exec_anon(&s->lock, known_cs, &cs, sizeof(cs)) == 1) {
		return disk;
	}
#endif
	return found;
}

#if !(defined(ON_TAPES) && ON_TAPES > 1) && !defined(ON_FLOPPIES)
struct sum_cs {           /* s->lock, in.c:57-62 */
	struct store *s;  /* in */
	int most;         /* in */
	int total;        /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	struct store *s = cs->s;
	int most = cs->most;
	int total = cs->total;
	int i;
	int last;

	for (i = 0; i < s->n && i < most; i++)
		total += s->disk[i];
	last = i;
	s->n = last;
	cs->total = total;
	return 0;
}
#endif

/* so does one of three, in a block of its own; last is the section's alone */
static int sum(struct store *s, int most)
{
	int total = 0;

	if (most > 0) {
#if !(defined(ON_TAPES) && ON_TAPES > 1) && defined(ON_FLOPPIES)
		int i;
#endif

#if defined(ON_TAPES) && ON_TAPES > 1
		total = most;
#elif defined(ON_FLOPPIES)
		for (i = 0; i < most; i++)
			puts("floppy");
#ifdef LOUD
		printf("%d\n", i);
#endif
#else
		struct sum_cs cs = { .s = s, .most = most, .total = total };
		rcl_exec_anon(&s->lock, sum_cs, &cs, sizeof(cs));
		total = cs.total;
#endif
	}
	return total;
}

struct shown_cs {         /* s->lock, in.c:73-76 */
	struct store *s;  /* in */
	int i;            /* out */
};

static int shown_cs(void *ctx)
{
	struct shown_cs *cs = ctx;
	struct store *s = cs->s;
	int i;

	for (i = 0; i < s->n; i++)
		s->disk[i]++;
	cs->i = i;
	return 0;
}

/* what comes behind the section may want its value, in another build */
static int shown(struct store *s)
{
	int i;

	struct shown_cs cs = { .s = s };
	rcl_exec_anon(&s->lock, shown_cs, &cs, sizeof(cs));
	i = cs.i;
	(void)i;
#ifdef LOUD
	printf("%d\n", i);
#endif
	return s->n;
}

struct both_cs {          /* s->lock, in.c:88-91 */
	struct store *s;  /* in */
	int i;            /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct store *s = cs->s;
	int i;

	for (i = 0; i < s->n; i++)
		s->disk[i]++;
	cs->i = i;
	return 0;
}

/* both branches name it: it stays where it is */
static int both(struct store *s)
{
	int i;

	struct both_cs cs = { .s = s };
	rcl_exec_anon(&s->lock, both_cs, &cs, sizeof(cs));
	i = cs.i;
#ifdef ON_FLOPPIES
	for (i = 0; i < 2; i++)
		puts("floppy");
#else
	for (i = 0; i < 3; i++)
		s->disk[0] += i;
#endif
	return s->disk[0];
}

int main(void)
{
	printf("%d", known(&store, 5));
	printf(" %d", known(&store, 6));
	printf(" %d", sum(&store, 3));
	printf(" %d", both(&store));
	printf(" %d\n", shown(&store));
	return 0;
}
