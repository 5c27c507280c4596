/* What a lock call is given is evaluated, whether it names the mutex or not. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct account { rcl_mutex_t lock; int sum; struct account *next; };

static struct account second = { RCL_MUTEX_INITIALIZER(account_lock_in), 2, NULL };
static struct account first = { RCL_MUTEX_INITIALIZER(account_lock_in_8), 1, &second };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), locks[3] = {
	RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks)
};
static int shared = 3, asked;

static inline void lock_for(rcl_mutex_t *m, int who) { (void)who; rcl_lock(m); }
static inline void unlock_for(rcl_mutex_t *m, int who) { (void)who; rcl_unlock(m); }
static inline void take(struct account *a) { rcl_lock(&a->lock); }
static inline void give(struct account *a) { rcl_unlock(&a->lock); }

static int number(void) { return ++asked; }
static rcl_mutex_t *counted(void) { asked++; return &lock; }
static rcl_mutex_t *plain(int n) { int i = n % 3; return &locks[i]; }

/* the number of the thread is drawn for the wrapper, which does not use it */
static int drawn(int n)
{
	lock_for(&lock, number());
	shared += n;
	unlock_for(&lock, 0);
	return asked;
}

struct drawn_behind_cs {  /* lock, in.c:34-35 */
	int n;            /* in */
};

static int drawn_behind_cs(void *ctx)
{
	struct drawn_behind_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return RCL_KEEP;
}

static int drawn_behind(int n)
{
	struct drawn_behind_cs cs = { .n = n };
	rcl_exec_anon(&lock, drawn_behind_cs, &cs, sizeof(cs));
	unlock_for(&lock, number());
	return asked;
}

struct counted_twice_cs {  /* counted(), in.c:43-44 */
	int n;             /* in */
};

static int counted_twice_cs(void *ctx)
{
	struct counted_twice_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return RCL_KEEP;
}

/* who knows that the function is called for the mutex that it gives */
static int counted_twice(int n)
{
	struct counted_twice_cs cs = { .n = n };
	rcl_exec_anon(counted(), counted_twice_cs, &cs, sizeof(cs));
	rcl_unlock(counted());
	return asked;
}

static void unlock_counted(void) { rcl_unlock(counted()); }

struct counted_by_wrappers_cs {  /* counted(), in.c:54-55 */
	int n;                   /* in */
};

static int counted_by_wrappers_cs(void *ctx)
{
	struct counted_by_wrappers_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return RCL_KEEP;
}

static int counted_by_wrappers(int n)
{
	struct counted_by_wrappers_cs cs = { .n = n };
	rcl_exec_anon(counted(), counted_by_wrappers_cs, &cs, sizeof(cs));
	unlock_counted();
	return asked;
}

struct looked_up_cs {  /* plain(n), in.c:63-65 */
	int n;         /* in */
};

static int looked_up_cs(void *ctx)
{
	struct looked_up_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return 0;
}

/* this one does nothing else */
static int looked_up(int n)
{
	struct looked_up_cs cs = { .n = n };
	rcl_exec_anon(plain(n), looked_up_cs, &cs, sizeof(cs));
	return shared;
}

/* the section sees what its acquisition makes of a variable */
static int stepped(int n)
{
	int i = n % 2, seen;

	rcl_lock((i++, &lock));
	seen = i * 10 + shared;
	rcl_unlock(&lock);
	return seen;
}

static int chosen(int n)
{
	struct account *a = &first, *b;

	rcl_lock(&(b = a->next)->lock);
	b->sum += n;
	rcl_unlock(&b->lock);
	return b->sum;
}

static int wrapped(int n)
{
	struct account *a;

	take(a = &first);
	a->sum += n;
	give(a);
	return a->sum;
}

struct kept_aside_cs {  /* m = &lock, in.c:105-106 */
	int n;          /* in */
};

static int kept_aside_cs(void *ctx)
{
	struct kept_aside_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	return RCL_KEEP;
}

/* nobody else asks for the variable */
static int kept_aside(int n)
{
	rcl_mutex_t *m;

	struct kept_aside_cs cs = { .n = n };
	rcl_exec_anon(m = &lock, kept_aside_cs, &cs, sizeof(cs));
	rcl_unlock(&lock);
	return m == &lock;
}

struct again_cs {  /* lock, in.c:115-117 */
	int seen;  /* out */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int seen;

	seen = shared;
	cs->seen = seen;
	return 0;
}

static int again(int n)
{
	int rounds = 0, seen;

	struct again_cs cs;
	rcl_exec_anon(&lock, again_cs, &cs, sizeof(cs));
	seen = cs.seen;
	rounds++;
	rcl_lock((rounds++, &lock));
	seen += rounds * n;
	rcl_unlock(&lock);
	return seen;
}

struct stepped_behind_cs {  /* locks[i], in.c:130-131 */
	int i;              /* in */
};

static int stepped_behind_cs(void *ctx)
{
	struct stepped_behind_cs *cs = ctx;
	int i = cs->i;

	shared += i;
	return RCL_KEEP;
}

/* a release with an effect stays with the client */
static int stepped_behind(int n)
{
	int i = n % 3;

	struct stepped_behind_cs cs = { .i = i };
	rcl_exec_anon(&locks[i], stepped_behind_cs, &cs, sizeof(cs));
	rcl_unlock(&locks[i++]);
	return i;
}

int main(void)
{
	for (int n = 0; n < 3; n++) {
		printf("%d %d %d %d\n", drawn(n), drawn_behind(n), counted_twice(n), looked_up(n));
		printf("%d %d %d %d\n", stepped(n), chosen(n), wrapped(n), kept_aside(n));
		printf("%d %d %d\n", again(n), stepped_behind(n), counted_by_wrappers(n));
	}
	return 0;
}
