/* Lock calls that stand in an #if and are tested there, as libraries have them that can do without threads. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FAILED (-1)

struct session {
	rcl_mutex_t lock;
	int refs, type;
};

static struct session first = { RCL_MUTEX_INITIALIZER(session_lock), 1, 0 };
static int lost, tried;

static int lock(rcl_mutex_t *m)
{
	if (rcl_lock(m) == 0)
		return 0;
	else
		return -106;
}

static int unlock(rcl_mutex_t *m)
{
	if (rcl_unlock(m) == 0)
		return 0;
	else
		return -106;
}

struct up_ref_cs {          /* s->lock, in.c:36-44 */
	struct session *s;  /* in */
};

static int up_ref_cs(void *ctx)
{
	struct up_ref_cs *cs = ctx;
	struct session *s = cs->s;

	s->refs++;
	return 0;
}

static int up_ref(struct session *s)
{
	if (s == NULL || s->type != 0)
		return FAILED;

	struct up_ref_cs cs = { .s = s };
#ifndef SINGLE_THREADED
	if (rcl_exec_anon(&s->lock, up_ref_cs, &cs, sizeof(cs)) < 0) {
		puts("failed to lock");
		return FAILED;
	}
#else
	up_ref_cs(&cs);
#endif
	return 0;
}

struct down_ref_cs {        /* s->lock, in.c:55-64 */
	struct session *s;  /* in */
	int last;           /* in-out */
};

static int down_ref_cs(void *ctx)
{
	struct down_ref_cs *cs = ctx;
	struct session *s = cs->s;
	int last = cs->last;

	s->refs--;
	if (s->refs == 0)
		last = 1;
	cs->last = last;
	return 0;
}

/* goes on without the lock, which never fails */
static int down_ref(struct session *s)
{
	int last = 0;

	if (s) {
		struct down_ref_cs cs = { .s = s, .last = last };
#ifndef SINGLE_THREADED
		rcl_exec_anon(&s->lock, down_ref_cs, &cs, sizeof(cs));
#else
		down_ref_cs(&cs);
#endif
		last = cs.last;
	}
	return last;
}

struct either_cs {          /* s->lock, in.c:72-86 */
	struct session *s;  /* in */
	int n;              /* in-out */
};

static int either_cs(void *ctx)
{
	struct either_cs *cs = ctx;
	struct session *s = cs->s;
	int n = cs->n;

	if (s->refs > n) {
		s->type = n;
		cs->n = n;
		return 1;
	}
	n = s->refs;
	cs->n = n;
	return 0;
}

static int either(struct session *s, int n)
{
	struct either_cs cs = { .s = s, .n = n };
	int way;
#ifndef SINGLE_THREADED
	way = rcl_exec_anon(&s->lock, either_cs, &cs, sizeof(cs));
	if (way < 0)
		return FAILED;
#else
	way = either_cs(&cs);
#endif
	if (way == 1) {
		n = cs.n;
		printf("type %d\n", n);
		return n;
	}
	n = cs.n;
	return n + 1;
}

struct tries_cs {           /* s->lock, in.c:96-104 */
	struct session *s;  /* in */
	int refs;           /* out */
};

static int tries_cs(void *ctx)
{
	struct tries_cs *cs = ctx;
	struct session *s = cs->s;
	int refs;

	refs = s->refs;
	cs->refs = refs;
	return 0;
}

static int tries(struct session *s)
{
	int refs;

	struct tries_cs cs = { .s = s };
#ifndef SINGLE_THREADED
	if (rcl_tryexec(&s->lock, tries_cs, &cs, sizeof(cs)) < 0) {
		lost++; /* later */
		return FAILED;
	}
#else
	tries_cs(&cs);
#endif
	refs = cs.refs;
	return refs;
}

struct spins_cs {           /* s->lock, in.c:114-120 */
	struct session *s;  /* in */
	int refs;           /* out */
};

static int spins_cs(void *ctx)
{
	struct spins_cs *cs = ctx;
	struct session *s = cs->s;
	int refs;

	refs = ++s->refs;
	cs->refs = refs;
	return 0;
}

/* tries until it has the lock */
static int spins(struct session *s)
{
	int refs;

	struct spins_cs cs = { .s = s };
#ifndef SINGLE_THREADED
	while (rcl_tryexec(&s->lock, spins_cs, &cs, sizeof(cs)) < 0)
		__atomic_store_n(&tried, 1, __ATOMIC_RELEASE);
#else
	spins_cs(&cs);
#endif /* bug #1 */
	refs = cs.refs;
	return refs;
}

struct spins_and_leaves_cs {  /* s->lock, in.c:127-141 */
	struct session *s;    /* in */
	int n;                /* in */
};

static int spins_and_leaves_cs(void *ctx)
{
	struct spins_and_leaves_cs *cs = ctx;
	struct session *s = cs->s;
	int n = cs->n;

	if (s->refs > n) {
		return 1;
	}
	s->refs += n;
	return 0;
}

static int spins_and_leaves(struct session *s, int n)
{
	struct spins_and_leaves_cs cs = { .s = s, .n = n };
	int way;
#ifndef SINGLE_THREADED
	while ((way = rcl_tryexec(&s->lock, spins_and_leaves_cs, &cs, sizeof(cs))) < 0) {
		__atomic_store_n(&tried, 1, __ATOMIC_RELEASE);
	}
#else
	way = spins_and_leaves_cs(&cs);
#endif
	if (way == 1) {
		printf("more than %d\n", n);
		return -n;
	}
	return n;
}

struct kept_cs {            /* s->lock, in.c:151-156 */
	struct session *s;  /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	struct session *s = cs->s;

	s->refs += 2;
	return RCL_KEEP;
}

/* what is locked hangs on the build, and so does what is kept */
static int kept(struct session *s)
{
	int r = 0;

	struct kept_cs cs = { .s = s };
#ifndef SINGLE_THREADED
	r = -rcl_exec_anon(&s->lock, kept_cs, &cs, sizeof(cs));
	if (r != 0)
		return r;
#else
	kept_cs(&cs);
#endif
#ifndef SINGLE_THREADED
	r = unlock(&s->lock);
#endif
	return r;
}

static int with_more(struct session *s)
{
#ifndef SINGLE_THREADED
	lost++;
	if (lock(&s->lock) != 0)
		return FAILED;
#endif
	s->refs += 2;
#ifndef SINGLE_THREADED
	unlock(&s->lock);
#endif
	return 0;
}

static void *held(void *arg)
{
	printf("%d\n", tries(arg));
	return NULL;
}

static void *spinner(void *arg)
{
	int refs = spins(arg);

	printf("%d %d\n", refs, spins_and_leaves(arg, 2));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d\n", up_ref(NULL), up_ref(&first), up_ref(&first));
	printf("%d %d %d %d\n", down_ref(NULL), down_ref(&first), down_ref(&first), down_ref(&first));
	printf("%d %d %d %d %d\n", either(&first, 3), kept(&first), with_more(&first), either(&first, 3), tries(&first));
	rcl_lock(&first.lock);
	pthread_create(&t, NULL, held, &first);
	pthread_join(t, NULL);
	rcl_unlock(&first.lock);
	printf("%d %d\n", first.refs, lost);
	printf("%d %d %d\n", spins(&first), spins_and_leaves(&first, 20), spins_and_leaves(&first, 3));
	first.refs = 0;
	rcl_lock(&first.lock);
	pthread_create(&t, NULL, spinner, &first);
	while (!__atomic_load_n(&tried, __ATOMIC_ACQUIRE))
		;
	rcl_unlock(&first.lock);
	pthread_join(t, NULL);
	printf("%d\n", first.refs);
	return 0;
}
