#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct anchor {
	rcl_mutex_t lock;
	int keys, good;
	const char *name;
	struct anchor *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct anchor anchors[4] = {
	{ RCL_MUTEX_INITIALIZER(anchor_lock_in), 1, 1, "one", &anchors[1] },
	{ RCL_MUTEX_INITIALIZER(anchor_lock_in_15), 0, 0, "none", &anchors[2] },
	{ RCL_MUTEX_INITIALIZER(anchor_lock_in_16), 3, 0, "three", &anchors[3] },
	{ RCL_MUTEX_INITIALIZER(anchor_lock_in_17), 2, 1, "two", NULL },
};
static struct anchor *first = anchors;
static const char *last_said;
static int forgotten, counted;

static void spell(const char *name, char *into)
{
	strcpy(into, name);
	last_said = into;
}

static void forget(struct anchor *a)
{
	forgotten += a->keys + (int)strlen(last_said);
}

struct assemble_anchor_cs {  /* a->lock, in.c:45-62 */
	struct anchor *a;    /* in */
	int kept;            /* in-out */
	char *b;             /* by reference */
};

static int assemble_anchor_cs(void *ctx)
{
	struct assemble_anchor_cs *cs = ctx;
	struct anchor *a = cs->a;
	int kept = cs->kept;
	char *b = cs->b;

	if (!a->keys) {
		cs->kept = kept;
		return 1;
	}
	counted += a->keys;
	if (!a->good) {
		spell(a->name, b);
		printf("%s is not good\n", b);
		cs->kept = kept;
		return 2;
	}
	kept++;
	cs->kept = kept;
	return 0;
}

struct assemble_lock_cs {  /* lock, in.c:41-65 */
	int kept;          /* in-out */
};

static int assemble_lock_cs(void *ctx)
{
	struct assemble_lock_cs *cs = ctx;
	struct anchor *a;
	struct anchor *next;
	int kept = cs->kept;

	a = first;
	while (a) {
		next = a->next;
		{
			char b[16];
			struct assemble_anchor_cs anchor_cs = { .a = a, .kept = kept, .b = b };
			int way = rcl_exec(&a->lock, assemble_anchor_cs,
					&anchor_cs, sizeof(anchor_cs));
			kept = anchor_cs.kept;

			if (way == 1) {
				a = next;
				continue;
			}
			if (way == 2) {
				forget(a);
				a = next;
				continue;
			}
		}
		a = next;
	}
	cs->kept = kept;
	return 0;
}

/* The buffer lives on in what follows the inner release, in the middle of the loop's body. */
static int assemble(void)
{
	int kept = 0;

	struct assemble_lock_cs cs = { .kept = kept };
	rcl_exec(&lock, assemble_lock_cs, &cs, sizeof(cs));
	kept = cs.kept;
	return kept;
}

struct named_anchor_1_cs {  /* a->lock, in.c:75-84 */
	struct anchor *a;   /* in */
	char *b;            /* by reference */
};

static int named_anchor_1_cs(void *ctx)
{
	struct named_anchor_1_cs *cs = ctx;
	struct anchor *a = cs->a;
	char *b = cs->b;

	if (a->keys > 2) {
		spell(a->name, b);
		return 1;
	}
	a->keys++;
	return 0;
}

struct named_anchor_2_cs {  /* a->lock, in.c:86-101 */
	struct anchor *a;   /* in */
	char *b;            /* by reference */
	char *at;           /* out */
};

static int named_anchor_2_cs(void *ctx)
{
	struct named_anchor_2_cs *cs = ctx;
	struct anchor *a = cs->a;
	char *b = cs->b;

	if (a->keys > 1) {
		char *at = b;
		spell(a->name, at);
		if (a->good) {
			return 1;
		}
		cs->at = at;
		return 2;
	}
	a->keys++;
	return 0;
}

/* The same without a section around it, two of them in one block, and one of them left by two ways. */
static int named(struct anchor *a)
{
	int n = 0;

	n++;
	{
		char b[16];
		struct named_anchor_1_cs cs = { .a = a, .b = b };
		if (rcl_exec_anon(&a->lock, named_anchor_1_cs, &cs, sizeof(cs)) == 1) {
			forget(a);
			return n;
		}
	}
	n++;
	{
		char b[16];
		struct named_anchor_2_cs anchor_2_cs = { .a = a, .b = b };
		switch (rcl_exec_anon(&a->lock, named_anchor_2_cs,
				&anchor_2_cs, sizeof(anchor_2_cs))) {
		case 1:
			forget(a);
			return n;
		case 2: {
			char *at = anchor_2_cs.at;
			forget(a);
			return n + (int)strlen(at);
		}
		}
	}
	return n + 1;
}

struct again_cs {          /* a->lock, in.c:111-121 */
	struct anchor *a;  /* in */
	int rounds;        /* in-out */
	char *b;           /* by reference */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	struct anchor *a = cs->a;
	int rounds = cs->rounds;
	char *b = cs->b;

	if (rounds < 2) {
		spell(a->name, b);
		rounds++;
		cs->rounds = rounds;
		return 1;
	}
	a->keys += rounds;
	return 0;
}

/* Behind a label. */
static int again(struct anchor *a)
{
	int rounds = 0;

retry:
	{
		char b[16];
		struct again_cs cs = { .a = a, .rounds = rounds, .b = b };
		if (rcl_exec_anon(&a->lock, again_cs, &cs, sizeof(cs)) == 1) {
			rounds = cs.rounds;
			forget(a);
			goto retry;
		}
	}
	return a->keys;
}

int main(void)
{
	int n;

	for (n = 0; n < 2; n++)
		printf("%d\n", assemble());
	for (n = 0; n < 4; n++)
		printf("%d\n", named(&anchors[n]));
	printf("%d %d %d\n", again(&anchors[0]), forgotten, counted);
	return 0;
}
