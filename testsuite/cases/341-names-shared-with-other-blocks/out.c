#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct box {
	rcl_mutex_t lock;
	int n;
	char name[8];
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 3, "box" };
static const char *last_said;
static int total;

static void spell(const char *name, char *into)
{
	strcpy(into, name);
	last_said = into;
}

static void forget(void)
{
	total += (int)strlen(last_said);
}

struct both_lock_1_cs {  /* lock, in.c:31-34 */
	char *b;         /* by reference */
};

static int both_lock_1_cs(void *ctx)
{
	struct both_lock_1_cs *cs = ctx;
	char *b = cs->b;

	spell("more", b);
	return 0;
}

struct both_lock_2_cs {  /* lock, in.c:38-41 */
	char *b;         /* by reference */
};

static int both_lock_2_cs(void *ctx)
{
	struct both_lock_2_cs *cs = ctx;
	char *b = cs->b;

	spell("less", b);
	return 0;
}

/* A buffer of each of two blocks, both used behind their sections. */
static int both(int n)
{
	if (n > 1) {
		char b[16];
		struct both_lock_1_cs cs = { .b = b };
		rcl_exec_anon(&lock, both_lock_1_cs, &cs, sizeof(cs));
		forget();
		return b[0];
	} else {
		char b[16];
		struct both_lock_2_cs cs = { .b = b };
		rcl_exec_anon(&lock, both_lock_2_cs, &cs, sizeof(cs));
		forget();
		return b[1];
	}
}

struct values_lock_1_cs {  /* lock, in.c:53-56 */
	int had;           /* out */
};

static int values_lock_1_cs(void *ctx)
{
	struct values_lock_1_cs *cs = ctx;
	int had = total;
	total++;
	cs->had = had;
	return 0;
}

struct values_lock_2_cs {  /* lock, in.c:60-63 */
	int had;           /* out */
};

static int values_lock_2_cs(void *ctx)
{
	struct values_lock_2_cs *cs = ctx;
	int had = total;
	total--;
	cs->had = had;
	return 0;
}

/* A number of each of two rounds. */
static int values(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		int had;
		struct values_lock_1_cs cs;
		rcl_exec_anon(&lock, values_lock_1_cs, &cs, sizeof(cs));
		had = cs.had;
		sum += had;
	}
	for (int i = 0; i < n; i++) {
		int had;
		struct values_lock_2_cs cs;
		rcl_exec_anon(&lock, values_lock_2_cs, &cs, sizeof(cs));
		had = cs.had;
		sum -= had;
	}
	return sum;
}

struct again_cs {    /* lock, in.c:75-79 */
	int rounds;  /* in-out */
	char *b;     /* by reference */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int rounds = cs->rounds;
	char *b = cs->b;

	spell(rounds ? "once more" : "once", b);
	rounds++;
	cs->rounds = rounds;
	return 0;
}

/* Behind a label, in the section's own block. */
static int again(void)
{
	int rounds = 0;

retry:
	;
	char b[16];
	struct again_cs cs = { .rounds = rounds, .b = b };
	rcl_exec_anon(&lock, again_cs, &cs, sizeof(cs));
	rounds = cs.rounds;
	forget();
	if (rounds < 3)
		goto retry;
	return b[4];
}

struct named_by_another_cs {  /* b->lock, in.c:91-98 */
	struct box *b;        /* in */
};

static int named_by_another_cs(void *ctx)
{
	struct named_by_another_cs *cs = ctx;
	struct box *b = cs->b;

	if (b->n > 2) {
		return RCL_KEEP | 1;
	}
	b->n++;
	return 0;
}

/* The block around it has a variable of that name, by which the mutex is named: there the section ends, with the lock. */
static int named_by_another(struct box *b)
{
	struct box *own = b;

	struct named_by_another_cs cs = { .b = b };
	if (rcl_exec_anon(&b->lock, named_by_another_cs, &cs, sizeof(cs)) == 1) {
		char b[16];
		spell("big", b);
		rcl_unlock(&own->lock);
		forget();
		return 1;
	}
	return 0;
}

struct two_inside_cs {  /* lock, in.c:107-114 */
	int n;          /* in */
	char *b;        /* by reference */
};

static int two_inside_cs(void *ctx)
{
	struct two_inside_cs *cs = ctx;
	int n = cs->n;
	char *b = cs->b;

	if (n > 2) {
		spell("big", b);
		return 1;
	}
	return RCL_KEEP;
}

/* The section uses two variables of that name. */
static int two_inside(int n)
{
	{
		char b[16];
		struct two_inside_cs cs = { .n = n, .b = b };
		if (rcl_exec_anon(&lock, two_inside_cs, &cs, sizeof(cs)) == 1) {
			forget();
			return 1;
		}
	}
	if (n > 1) {
		char b[8];
		spell("small", b);
		total += b[0];
	}
	rcl_unlock(&lock);
	return 0;
}

struct outside_cs {  /* lock, in.c:129-130 */
	int n;       /* in */
};

static int outside_cs(void *ctx)
{
	struct outside_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* The block around it has one, too, which is used behind. */
static int outside(int n)
{
	char b[8] = "out";

	struct outside_cs cs = { .n = n };
	rcl_exec_anon(&lock, outside_cs, &cs, sizeof(cs));
	if (n > 2) {
		char b[16];
		spell("big", b);
		rcl_unlock(&lock);
		forget();
		return b[2];
	}
	rcl_unlock(&lock);
	return b[1];
}

struct beside_cs {  /* lock, in.c:147-156 */
	int n;      /* in-out */
	int sum;    /* in-out */
	char *b;    /* by reference */
	int at;     /* where it goes on */
};

static int beside_cs(void *ctx)
{
	struct beside_cs *cs = ctx;
	int n = cs->n;
	int sum = cs->sum;
	char *b = cs->b;

	if (cs->at == 1)
		goto at_1;

	while (n-- > 0) {
		spell("kept", b);
		cs->n = n;
		cs->sum = sum;
		cs->at = 1;
		return 1;
		at_1:
		sum += b[0];
	}
	cs->sum = sum;
	return 0;
}

/* The section waits in its loop, with the buffer kept over that. */
static int beside(int n)
{
	int sum = 0;

	{
		char b[16];
		struct beside_cs cs = { .n = n, .sum = sum, .b = b, .at = 0 };
		while (rcl_exec_anon(&lock, beside_cs, &cs, sizeof(cs)) == 1) {
			forget();
		}
		sum = cs.sum;
	}
	for (n = 0; n < 2; n++) {
		char b[4] = { (char)n, 0, 0, 0 };
		sum += b[0];
	}
	return sum;
}

int main(void)
{
	printf("%d %d\n", both(1), both(2));
	printf("%d\n", values(4));
	printf("%d\n", again());
	printf("%d\n", named_by_another(&box));
	printf("%d %d %d\n", two_inside(1), two_inside(2), two_inside(3));
	printf("%d %d\n", outside(1), outside(3));
	printf("%d %d\n", beside(3), total);
	return 0;
}
