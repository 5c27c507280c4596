/* Lock functions that do more than note something, or not always: their callers' sections stay in place. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; pthread_t owner; int held; const char *where; };

static struct my_mutex first = { PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL };
static struct my_mutex second = { PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL };
static struct my_mutex third = { PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL };
static struct my_mutex fourth = { PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL };
static struct my_mutex fifth = { PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL };
static struct my_mutex *current = &fourth;
static int sum, waited, debug, shadow;

/* only sometimes */
static void lock_some(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m);
	if (!debug)
		return;
	l->held = 1;
}

static void unlock_some(struct my_mutex *l) { l->held = 0; pthread_mutex_unlock(&l->m); }

/* before it has the lock, and when it has given it back */
static void lock_counted(struct my_mutex *l) { __sync_fetch_and_add(&waited, 1); pthread_mutex_lock(&l->m); l->held = 1; }
static void unlock_counted(struct my_mutex *l) { l->held = 0; __sync_fetch_and_add(&waited, pthread_mutex_unlock(&l->m) == 0); }

/* by a value from before it had the lock */
static void lock_after(struct my_mutex *l)
{
	int before = l->held;

	pthread_mutex_lock(&l->m);
	l->held = before + 1;
}

static void unlock_after(struct my_mutex *l) { l->held = 0; pthread_mutex_unlock(&l->m); }

/* with where it stands */
static void lock_here(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m);
	l->where = __func__;
}

static void unlock_here(struct my_mutex *l) { pthread_mutex_unlock(&l->m); }

/* through a pointer, too */
static void lock_pointed(struct my_mutex *l) { pthread_mutex_lock(&l->m); l->held = 1; }
static void unlock_pointed(struct my_mutex *l) { l->held = 0; pthread_mutex_unlock(&l->m); }
static void (*locking)(struct my_mutex *) = lock_pointed;

static void some(int n)
{
	lock_some(&first);
	sum += n;
	unlock_some(&first);
}

static void counted(int n)
{
	lock_counted(&second);
	shadow += n;
	unlock_counted(&second);
}

static void after(int n)
{
	lock_after(&third);
	waited += 0 * n;
	unlock_after(&third);
}

static void here(int n)
{
	lock_here(current);
	debug += 0 * n;
	unlock_here(current);
}

static void pointed(int n)
{
	lock_pointed(&fifth);
	fifth.held += n;
	unlock_pointed(&fifth);
	locking(&fifth);
	fifth.held += n;
	unlock_pointed(&fifth);
}

int main(void)
{
	int i;

	for (i = 0; i < 10; i++) {
		some(i);
		counted(i);
		after(i);
		here(i);
		pointed(i);
	}
	printf("%d %d %d %s\n", sum, shadow, waited, fourth.where);
	return first.held;
}
