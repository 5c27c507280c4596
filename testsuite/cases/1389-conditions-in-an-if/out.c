/* Lock calls under a condition that stand in an #if, and lock functions with one that are called there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t lock;
	int level;
};

struct response {
	struct mutex mutex;
	int *crc, count;
};

static int crc = 1, asked, tried, missed;
static struct response first = { { RCL_MUTEX_INITIALIZER(mutex_lock), 0 }, &crc, 0 }, bare;

static rcl_mutex_t *lock_mutex(struct mutex *m)
{
	return &m->lock;
}

/* NULL is no mutex */
static void lock(struct mutex *m)
{
	if (m == NULL)
		return;
	rcl_lock(&m->lock);
}

static void unlock(struct mutex *m)
{
	if (m == NULL)
		return;
	rcl_unlock(&m->lock);
}

static struct mutex *ask(struct mutex *m)
{
	asked++;
	return m;
}

#define LOCK_IF(m) do { if (m) rcl_lock(&(m)->lock); } while (0)
#define UNLOCK_IF(m) do { if (m) rcl_unlock(&(m)->lock); } while (0)

struct by_macro_cs {  /* m->lock, in.c:44-50 */
	int n;        /* in-out */
};

static int by_macro_cs(void *ctx)
{
	struct by_macro_cs *cs = ctx;
	int n = cs->n;

	first.count += n;
	n = first.count;
	cs->n = n;
	return 0;
}

static int by_macro(struct mutex *m, int n)
{
	struct by_macro_cs cs = { .n = n };
#ifdef THREADING
	if (m)
		rcl_exec_anon(&m->lock, by_macro_cs, &cs, sizeof(cs));
	else
		by_macro_cs(&cs);
#else
	by_macro_cs(&cs);
#endif
	n = cs.n;
	return n;
}

struct by_function_cs {  /* m->lock, in.c:57-62 */
	int n;           /* in */
};

static int by_function_cs(void *ctx)
{
	struct by_function_cs *cs = ctx;
	int n = cs->n;

	first.count += n;
	return 0;
}

static int by_function(struct mutex *m, int n)
{
	struct by_function_cs cs = { .n = n };
#ifdef THREADING
	if (m != NULL)
		rcl_exec_anon(lock_mutex(m), by_function_cs, &cs, sizeof(cs));
	else
		by_function_cs(&cs);
#else
	by_function_cs(&cs);
#endif
	return n;
}

struct by_function_and_leaves_cs {  /* m->lock, in.c:69-81 */
	int n;                      /* in-out */
};

static int by_function_and_leaves_cs(void *ctx)
{
	struct by_function_and_leaves_cs *cs = ctx;
	int n = cs->n;

	if (first.count > n) {
		first.count--;
		cs->n = n;
		return 1;
	}
	n += first.count;
	cs->n = n;
	return 0;
}

static int by_function_and_leaves(struct mutex *m, int n)
{
	struct by_function_and_leaves_cs cs = { .n = n };
	int way;
#ifdef THREADING
	way = m != NULL
			? rcl_exec_anon(lock_mutex(m), by_function_and_leaves_cs, &cs, sizeof(cs))
			: by_function_and_leaves_cs(&cs);
#else
	way = by_function_and_leaves_cs(&cs);
#endif
	if (way == 1) {
		n = cs.n;
		return n;
	}
	n = cs.n;
	return n;
}

struct by_statement_cs {     /* r->mutex.lock, in.c:88-95 */
	struct response *r;  /* in */
	int n;               /* in */
};

static int by_statement_cs(void *ctx)
{
	struct by_statement_cs *cs = ctx;
	struct response *r = cs->r;
	int n = cs->n;

	r->count += n;
	return 0;
}

static void by_statement(struct response *r, int n)
{
	struct by_statement_cs cs = { .r = r, .n = n };
#if defined(THREADING)
	if (NULL != r->crc)
		rcl_exec_anon(&r->mutex.lock, by_statement_cs, &cs, sizeof(cs));
	else
		by_statement_cs(&cs);
#else
	by_statement_cs(&cs);
#endif
}

struct by_statement_and_leaves_cs {  /* r->mutex.lock, in.c:102-119 */
	struct response *r;          /* in */
	int n;                       /* in */
};

static int by_statement_and_leaves_cs(void *ctx)
{
	struct by_statement_and_leaves_cs *cs = ctx;
	struct response *r = cs->r;
	int n = cs->n;

	if (r->count > n) {
		r->count -= n;
		return 1;
	}
	r->count += n + 1;
	return 0;
}

static int by_statement_and_leaves(struct response *r, int n)
{
	for (;;) {
		struct by_statement_and_leaves_cs cs = { .r = r, .n = n };
		int way;
#if defined(THREADING)
		way = r->crc
				? rcl_exec_anon(&r->mutex.lock, by_statement_and_leaves_cs,
						&cs, sizeof(cs))
				: by_statement_and_leaves_cs(&cs);
#else
		way = by_statement_and_leaves_cs(&cs);
#endif
		if (way == 1)
			break;
	}
	return n;
}

struct given_back_cs {       /* r->mutex.lock, in.c:129-133 */
	struct response *r;  /* in */
	int n;               /* in */
};

static int given_back_cs(void *ctx)
{
	struct given_back_cs *cs = ctx;
	struct response *r = cs->r;
	int n = cs->n;

	r->count += n;
	return RCL_KEEP;
}

/* in one of two lines alone */
static void given_back(struct response *r, int n)
{
	struct given_back_cs cs = { .r = r, .n = n };
#if defined(THREADING)
	if (NULL != r->crc)
		rcl_exec_anon(&r->mutex.lock, given_back_cs, &cs, sizeof(cs));
	else
		given_back_cs(&cs);
#else
	given_back_cs(&cs);
#endif
#if defined(THREADING)
	rcl_unlock(&r->mutex.lock);
#endif
}

struct spins_cs {            /* r->mutex.lock, in.c:142-149 */
	struct response *r;  /* in */
	int n;               /* in */
};

static int spins_cs(void *ctx)
{
	struct spins_cs *cs = ctx;
	struct response *r = cs->r;
	int n = cs->n;

	r->count += n;
	return 0;
}

/* tries until it has the lock, and says so */
static int spins(struct response *r, int n)
{
	struct spins_cs cs = { .r = r, .n = n };
#ifdef THREADING
	/* nobody has it for long */
	while (rcl_tryexec(&r->mutex.lock, spins_cs, &cs, sizeof(cs)) < 0)
		__atomic_store_n(&tried, 1, __ATOMIC_RELEASE);
#else
	spins_cs(&cs);
#endif
	return n;
}

/* what the lock function is given is asked for where there is no lock, too */
static int with_effects(struct mutex *m, int n)
{
	lock(ask(m));
	first.count += n;
	unlock(m);
	return asked;
}

static int with_effects_and_more(struct mutex *m, int n)
{
	lock(m ? m : (missed++, m));
	first.count += n;
	unlock(m);
	return missed;
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 200; i++) {
		by_function(&first.mutex, 1);
		by_statement(arg, 1);
	}
	return NULL;
}

static void *spinner(void *arg)
{
	printf("%d\n", spins(arg, 1));
	return NULL;
}

int main(void)
{
	struct mutex *none = NULL;
	pthread_t t[2];
	int i;

	printf("%d %d %d\n", by_function(&first.mutex, 1), by_function(none, 2), first.count);
	printf("%d %d\n", by_macro(&first.mutex, 1), by_macro(none, 9));
	printf("%d %d\n", by_function_and_leaves(&first.mutex, 1), by_function_and_leaves(none, 9));
	by_statement(&first, 3);
	by_statement(&bare, 4);
	printf("%d %d\n", by_statement_and_leaves(&first, 3), by_statement_and_leaves(&bare, 2));
	given_back(&first, 3);
	printf("%d %d %d\n", first.count, bare.count, spins(&first, 2));
	printf("%d %d\n", with_effects(&first.mutex, 2), with_effects(none, 2));
	printf("%d %d\n", with_effects_and_more(&first.mutex, 2), with_effects_and_more(none, 2));
	rcl_lock(&first.mutex.lock);
	pthread_create(&t[0], NULL, spinner, &first);
#ifdef THREADING
	while (!__atomic_load_n(&tried, __ATOMIC_ACQUIRE))
		;
#endif
	rcl_unlock(&first.mutex.lock);
	pthread_join(t[0], NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", first.count);
	return 0;
}
