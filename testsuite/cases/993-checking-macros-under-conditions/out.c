/* Lock macros that check what they get, under a condition. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#define mutex_lock(mutex) do { int err = rcl_lock(mutex); if (err) { errno = err; abort(); } } while (0)
#define mutex_unlock(mutex) do { int err = rcl_unlock(mutex); if (err) { errno = err; abort(); } } while (0)
struct mgr { rcl_mutex_t mutex; int n; };
static struct mgr mgr = { RCL_MUTEX_INITIALIZER(mgr_mutex), 0 };

struct add_cs {         /* m->mutex, in.c:13-17 */
	struct mgr *m;  /* in */
	int by;         /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct mgr *m = cs->m;
	int by = cs->by;

	m->n += by;
	return 0;
}

static void add(bool locked, struct mgr *m, int by)
{
	struct add_cs cs = { .m = m, .by = by };
	if (!locked) {
		rcl_exec_anon(&m->mutex, add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
}

struct close_con_cs {   /* m->mutex, in.c:23-32 */
	struct mgr *m;  /* in */
	int rc;         /* in-out */
};

static int close_con_cs(void *ctx)
{
	struct close_con_cs *cs = ctx;
	struct mgr *m = cs->m;
	int rc = cs->rc;

	if (m->n > 5) {
		rc = -1;
		goto cleanup;
	}
	m->n++;
cleanup:
	cs->rc = rc;
	return 0;
}

static int close_con(bool locked, struct mgr *m)
{
	int rc = 0;

	struct close_con_cs cs = { .m = m, .rc = rc };
	if (!locked) {
		rcl_exec_anon(&m->mutex, close_con_cs, &cs, sizeof(cs));
	} else {
		close_con_cs(&cs);
	}
	rc = cs.rc;
	return rc;
}

struct in_words_cs {    /* m->mutex, in.c:38-45 */
	struct mgr *m;  /* in */
};

static int in_words_cs(void *ctx)
{
	struct in_words_cs *cs = ctx;
	struct mgr *m = cs->m;

	m->n++;
	return 0;
}

/* in the words of the macro */
static void in_words(bool locked, struct mgr *m)
{
	struct in_words_cs cs = { .m = m };
	if (!locked) {
		rcl_exec_anon(&m->mutex, in_words_cs, &cs, sizeof(cs));
	} else {
		in_words_cs(&cs);
	}
}

/* what follows an attempt that fails is no check */
static int tried(bool locked, struct mgr *m)
{
	int missed = 0;

	if (!locked) {
		int err = rcl_trylock(&m->mutex);
		if (err) {
			missed++;
			rcl_lock(&m->mutex);
		}
	}
	m->n += 2;
	if (!locked)
		mutex_unlock(&m->mutex);
	return missed;
}

/* mgr.mutex, in.c:72-74 */
static int main_cs(void *ctx)
{
	add(true, &mgr, 3);
	return 0;
}

int main(void)
{
	add(false, &mgr, 2);
	rcl_exec_errno(&mgr.mutex, main_cs, NULL, 0);
	int a = close_con(false, &mgr);
	in_words(false, &mgr);
	a += tried(false, &mgr);
	printf("%d %d %d\n", mgr.n, a, close_con(false, &mgr));
	return 0;
}
