/* Lock functions that try first, and do something where the mutex is not free, and those that pass things on. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct my_mutex {
	pthread_mutex_t m;
	int held, waits;
};

struct with_lock {
	struct my_mutex lock;
	int n;
};

struct deep {
	struct with_lock w;
};

static struct my_mutex the = { .m = PTHREAD_MUTEX_INITIALIZER };
static struct my_mutex *the_one = &the;
static struct with_lock with = { .lock = { .m = PTHREAD_MUTEX_INITIALIZER } };
static struct deep *deep_one;
static __thread struct my_mutex *mine;
static int debug, shared, yields;

static struct my_mutex *found(struct my_mutex *l) { return l; }

static void tidy(int *n) { shared += *n; }
static int try_it(struct my_mutex *l) { return pthread_mutex_trylock(&l->m); }

/* what tries first */

static void take_busy(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) {
		yields++;
		pthread_mutex_lock(&l->m);
	}
	l->held = 1;
}

static void take_at_once(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) {
		pthread_mutex_lock(&l->m);
	}
	l->held = 1;
}

static void take_soon(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m))
		pthread_mutex_lock(&l->m);
}

static int take_soon_or_fail(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) == EBUSY) /* RCL032 */
		return pthread_mutex_lock(&l->m); /* RCL032 */
	return 0;
}

static void take_forced(struct my_mutex *l)
{
	if (debug || pthread_mutex_trylock(&l->m) != 0) { /* RCL001 */
		yields++;
		pthread_mutex_lock(&l->m); /* RCL001 */
	}
	l->held = 1;
}

static void take_by_another(struct my_mutex *l)
{
	if (try_it(l) != 0) { /* RCL001 */
		yields++;
		pthread_mutex_lock(&l->m); /* RCL001 */
	}
	l->held = 1;
}

static void take_or_die(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL001 */
		yields++;
		if (debug)
			goto die;
		pthread_mutex_lock(&l->m); /* RCL001 */
	}
	l->held = 1;
	return;
die:
	abort();
}

static void take_with_assembler(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL001 */
		__asm__ volatile ("" : : : "memory");
		pthread_mutex_lock(&l->m); /* RCL001 */
	}
	l->held = 1;
}

static void take_in_a_block(struct my_mutex *l)
{
	{
		if (pthread_mutex_trylock(&l->m) != 0) { /* RCL001 */
			yields++;
			pthread_mutex_lock(&l->m); /* RCL001 */
		}
	}
	l->held = 1;
}

static void take_with_an_else(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL003 */
		yields++;
		pthread_mutex_lock(&l->m); /* RCL001 */
	} else {
		shared++;
	}
	l->held = 1;
}

static void take_then_yield(struct my_mutex *l)
{
	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL001 */
		pthread_mutex_lock(&l->m); /* take_then_yield_cs none | | ! */
		yields++;
	}
	l->held = 1;
}

static void take_stored(struct my_mutex *l)
{
	int busy = pthread_mutex_trylock(&l->m); /* RCL001 */

	if (busy != 0) {
		yields += busy;
		pthread_mutex_lock(&l->m); /* RCL001 */
	}
	l->held = 1;
}

static void take_stored_apart(struct my_mutex *l)
{
	int busy = pthread_mutex_trylock(&l->m); /* RCL001 */

	if (busy != 0) {
		yields++;
		pthread_mutex_lock(&l->m); /* RCL001 */
	}
	l->held = busy;
}

static void take_tidily(struct my_mutex *l)
{
	int n __attribute__((cleanup(tidy))) = 0;

	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL032 */
		yields++;
		pthread_mutex_lock(&l->m); /* RCL032 */
	}
}

static void take_again(struct my_mutex *l)
{
again:
	;
	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL032 */
		if (yields++ < 0)
			goto again;
		pthread_mutex_lock(&l->m); /* RCL032 */
	}
}

static void take_one_or_other(struct my_mutex *l, struct my_mutex *other)
{
	if (pthread_mutex_trylock(&l->m) != 0) { /* RCL001 */
		yields++;
		pthread_mutex_lock(&other->m); /* RCL001 */
	}
	l->held = 1;
}

static void give(struct my_mutex *l) { l->held = 0; pthread_mutex_unlock(&l->m); }

void busy(int n)
{
	take_busy(&the); /* busy_cs none | n in | */
	shared += n;
	give(&the);
}

void at_once(int n)
{
	take_at_once(&the); /* at_once_cs none | n in | */
	shared += n;
	give(&the);
}

void soon(int n)
{
	take_soon(&the); /* soon_cs none | n in | */
	shared += n;
	give(&the);
}

void soon_or_fail(int n)
{
	take_soon_or_fail(&the);
	shared += n;
	give(&the);
}

void forced(int n)
{
	take_forced(&the);
	shared += n;
	give(&the);
}

void by_another(int n)
{
	take_by_another(&the);
	shared += n;
	give(&the);
}

void or_die(int n)
{
	take_or_die(&the);
	shared += n;
	give(&the);
}

void with_assembler(int n)
{
	take_with_assembler(&the);
	shared += n;
	give(&the);
}

void in_a_block(int n)
{
	take_in_a_block(&the);
	shared += n;
	give(&the);
}

void with_an_else(int n)
{
	take_with_an_else(&the);
	shared += n;
	give(&the);
}

void then_yield(int n)
{
	take_then_yield(&the);
	shared += n;
	give(&the);
}

void stored(int n)
{
	take_stored(&the);
	shared += n;
	give(&the);
}

void stored_apart(int n)
{
	take_stored_apart(&the);
	shared += n;
	give(&the);
}

void tidily(int n)
{
	take_tidily(&the);
	shared += n;
	give(&the);
}

void again(int n)
{
	take_again(&the);
	shared += n;
	give(&the);
}

void one_or_other(int n)
{
	take_one_or_other(&the, &with.lock);
	shared += n;
	give(&the);
}

/* what comes ahead, with variables of its own */

static void take_with_own(struct my_mutex *l)
{
	int n = debug * 2;

	yields += n;
	pthread_mutex_lock(&l->m);
	l->held = 1;
}

static void take_with_another_use(struct my_mutex *l)
{
	int n = debug;

	yields += n;
	pthread_mutex_lock(&l->m); /* take_with_another_use_cs none | l in, n in | ! */
	l->held = n;
}

void with_own(int n)
{
	take_with_own(&the); /* with_own_cs none | n in | */
	shared += n;
	give(&the);
}

void with_another_use(int n)
{
	take_with_another_use(&the);
	shared += n;
	give(&the);
}

/* what passes on what it is given */

static void pass(struct my_mutex *l) { take_busy(l); }
static void pass_member(struct with_lock *w) { take_busy(&w->lock); }
static void pass_static(void) { take_busy(&with.lock); }
static void pass_deep(struct deep *d) { take_busy(&d->w.lock); }
static void pass_global_deep(void) { take_busy(&deep_one->w.lock); } /* RCL032 */
static void pass_variable(void) { take_busy(the_one); } /* RCL032 */
static void pass_deref(struct my_mutex **at) { take_busy(*at); } /* RCL032 */
static void pass_thread(void) { take_busy(mine); } /* RCL032 */
static void pass_found(struct my_mutex *l) { take_busy(found(l)); } /* RCL032 */
static void pass_changed(struct my_mutex *l) { take_busy(l++); } /* RCL032 */

void passed(int n)
{
	pass(&the); /* passed_cs none | n in | */
	shared += n;
	give(&the);
}

void passed_member(struct with_lock *w)
{
	pass_member(w); /* passed_member_cs none | w in | ! */
	w->n++;
	give(&w->lock);
}

void passed_static(void)
{
	pass_static(); /* passed_static_cs none | | */
	with.n++;
	give(&with.lock);
}

void passed_deep(struct deep *d)
{
	pass_deep(d); /* passed_deep_cs none | d in | ! */
	d->w.n++;
	give(&d->w.lock);
}

void passed_global(void)
{
	pass_global_deep();
	shared++;
	give(&deep_one->w.lock);
}

void passed_variable(int n)
{
	pass_variable();
	shared += n;
	give(the_one);
}

void passed_deref(struct my_mutex **at)
{
	pass_deref(at);
	shared++;
	give(*at);
}

void passed_thread(int n)
{
	pass_thread();
	shared += n;
	give(mine);
}

void passed_found(struct my_mutex *l)
{
	pass_found(l);
	shared++;
	give(found(l));
}

void passed_changed(struct my_mutex *l)
{
	pass_changed(l);
	shared++;
	give(l);
}

