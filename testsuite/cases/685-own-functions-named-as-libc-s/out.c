#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct hooks {
	void (*abort)(int);
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int uses, failures;

void err(int failed, const char *format, ...)
{
	failures += failed;
	printf("%d: %s\n", failed, format);
}

static void errx(int failed)
{
	failures += failed;
}

static void note(int n)
{
	printf("%d\n", n);
}

struct take_cs {     /* lock, in.c:32-42 */
	int wanted;  /* in */
	int had;     /* in-out */
	int more;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int wanted = cs->wanted;
	int had = cs->had;
	int more;

	if (wanted > uses) {
		more = 3;
		err(1, "too many");
		had = more + 1;
		cs->had = had;
		cs->more = more;
		return 1;
	}
	uses -= wanted;
	cs->had = had;
	return 0;
}

/* It goes on behind err(). */
static int take(int wanted)
{
	int had = 0, more = 7;

	struct take_cs cs = { .wanted = wanted, .had = had };
	if (rcl_exec(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		had = cs.had;
		more = cs.more;
		errx(2);
		return had + more;
	}
	had = cs.had;
	return had;
}

struct visit_cs {                   /* lock, in.c:51-65 */
	int wanted;                 /* in */
	void (*exit)(int);          /* in */
	const struct hooks *hooks;  /* in */
};

static int visit_cs(void *ctx)
{
	struct visit_cs *cs = ctx;
	int wanted = cs->wanted;
	void (*exit)(int) = cs->exit;
	const struct hooks *hooks = cs->hooks;

	if (wanted > uses) {
		exit(1);
		return 1;
	}
	if (wanted < 0) {
		hooks->abort(wanted);
		return 2;
	}
	uses -= wanted;
	return 0;
}

/* So it does behind what a pointer leads to. */
static int visit(int wanted, void (*exit)(int), const struct hooks *hooks)
{
	int had = 0;

	struct visit_cs cs = { .wanted = wanted, .exit = exit, .hooks = hooks };
	switch (rcl_exec(&lock, visit_cs, &cs, sizeof(cs))) {
	case 1:
		exit(2);
		return had + 2;
	case 2:
		hooks->abort(-wanted);
		return -1;
	}
	return had;
}

struct use_cs {    /* lock, in.c:82-85 */
	int more;  /* in */
	int now;   /* out */
};

static int use_cs(void *ctx)
{
	struct use_cs *cs = ctx;
	int more = cs->more;
	int now;

	uses += more;
	now = uses;
	cs->now = now;
	return 0;
}

static int use(int more)
{
	int now;

	struct use_cs cs = { .more = more };
	rcl_exec_anon(&lock, use_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	const struct hooks hooks = { note };

	printf("%d\n", take(2));
	printf("%d\n", visit(3, note, &hooks));
	printf("%d\n", visit(-3, note, &hooks));
	printf("%d\n", use(9));
	printf("%d\n", visit(3, note, &hooks));
	printf("%d\n", take(2));
	printf("%d\n", failures);
	return 0;
}
