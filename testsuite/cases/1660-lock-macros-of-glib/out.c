#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

/* What a header of elsewhere makes is written out: its macros stay as they are. */
static rcl_mutex_t G_LOCK_NAME (total) = RCL_MUTEX_INITIALIZER(g__total_lock);
static int total;
extern rcl_mutex_t G_LOCK_NAME (log);
rcl_mutex_t G_LOCK_NAME (log) = RCL_MUTEX_INITIALIZER(g__log_lock);
static int logged;

typedef struct {
	rcl_mutex_t G_LOCK_NAME (size);
	int size;
} Box;

struct add_cs {  /* G_LOCK_NAME (total), in.c:18-20 */
	int n;   /* in */
};

static int add_cs (void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add (int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon (&G_LOCK_NAME (total), add_cs, &cs, sizeof (cs));
}

struct note_cs {  /* G_LOCK_NAME (log), in.c:25-28 */
	int n;    /* in */
};

static int note_cs (void *ctx)
{
	struct note_cs *cs = ctx;
	int n = cs->n;

	logged += n;
	return 0;
}

static int note (int n)
{
	struct note_cs cs = { .n = n };
	if (rcl_tryexec (&G_LOCK_NAME (log), note_cs, &cs, sizeof (cs)) < 0)
		return 0;
	return 1;
}

struct next_cs {    /* G_LOCK_NAME (last), in.c:38-44 */
	int *last;  /* by reference */
	int n;      /* out */
};

static int next_cs (void *ctx)
{
	struct next_cs *cs = ctx;
	int *last = cs->last;
	int n;

	n = ++*last;
	if (n > 2) {
		return 1;
	}
	cs->n = n;
	return 0;
}

static int next (void)
{
	static rcl_mutex_t G_LOCK_NAME (last) = RCL_MUTEX_INITIALIZER(g__last_lock);
	static int last;
	int n;

	struct next_cs cs = { .last = &last };
	if (rcl_exec_anon (&G_LOCK_NAME (last), next_cs, &cs, sizeof (cs)) == 1)
		return 2;
	n = cs.n;
	return n;
}

struct grow_cs {  /* b->G_LOCK_NAME (size), in.c:50-52 */
	Box *b;   /* in */
};

static int grow_cs (void *ctx)
{
	struct grow_cs *cs = ctx;
	Box *b = cs->b;

	b->size++;
	return 0;
}

static void grow (Box *b)
{
	struct grow_cs cs = { .b = b };
	rcl_exec_anon (&b->G_LOCK_NAME (size), grow_cs, &cs, sizeof (cs));
}

struct main_g__log_cs {  /* G_LOCK_NAME (log), in.c:65-67 */
	Box *box;        /* by reference */
};

static int main_g__log_cs (void *ctx)
{
	struct main_g__log_cs *cs = ctx;
	Box *box = cs->box;

	printf ("%d, %d, %d\n", total, logged, box->size);
	return 0;
}

struct main_g__total_cs {  /* G_LOCK_NAME (total), in.c:64-68 */
	Box *box;          /* by reference */
};

static int main_g__total_cs (void *ctx)
{
	struct main_g__total_cs *cs = ctx;
	Box *box = cs->box;
	struct main_g__log_cs g__log_cs = { .box = box };
	rcl_exec (&G_LOCK_NAME (log), main_g__log_cs, &g__log_cs, sizeof (g__log_cs));
	return 0;
}

int main (void)
{
	static Box box;

	for (int i = 0; i < 4; i++) {
		add (next ());
		grow (&box);
	}
	note (3);
	struct main_g__total_cs cs = { .box = &box };
	rcl_exec (&G_LOCK_NAME (total), main_g__total_cs, &cs, sizeof (cs));
	return 0;
}
