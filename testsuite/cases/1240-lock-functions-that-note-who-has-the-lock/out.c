/* Lock functions that note who has the lock, and where it was taken: what they note goes with the section. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct my_mutex {
	rcl_mutex_t m;
	pthread_t owner;
	const char *file;
	int line;
	int taken;
	int held;
};

struct account { struct my_mutex lock; int sum; struct account *next; };

static struct account savings = { { RCL_MUTEX_INITIALIZER(my_mutex_m_in), 0, NULL, 0, 0, 0 }, 2, NULL };
static struct my_mutex stats_lock = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_18), 0, NULL, 0, 0, 0 };
static int sum, wrong;

void my_lock(struct my_mutex *l, const char *file, int line);
rcl_mutex_t *my_mutex(struct my_mutex *l);
void my_lock_held(struct my_mutex *l, const char *file, int line);
void my_unlock(struct my_mutex *l);
void my_unlock_held(struct my_mutex *l);

rcl_mutex_t *my_mutex(struct my_mutex *l)
{
	return &l->m;
}

void my_lock_held(struct my_mutex *l, const char *file, int line)
{
	l->owner = pthread_self();	/* for whoever asks */
	l->file = file;
	l->line = line;
	l->taken++;
	l->held = 1;
}

/* takes the lock, and notes who has it */
void my_lock(struct my_mutex *l, const char *file, int line)
{
	rcl_lock(&l->m);
	my_lock_held(l, file, line);
}

void my_unlock_held(struct my_mutex *l)
{
	l->held = 0;
	memset(&l->owner, 0, sizeof(l->owner));
}

void my_unlock(struct my_mutex *l)
{
	my_unlock_held(l);
	rcl_unlock(&l->m);
}

#define LOCK(l) my_lock(l, __FILE__, __LINE__)
#define UNLOCK(l) my_unlock(l)

/* ours, as the lock says */
static int ours(struct my_mutex *l)
{
	return l->held && pthread_equal(l->owner, pthread_self()) && strcmp(l->file, __FILE__) == 0;
}

struct deposit_cs {          /* a->lock.m, in.c:53-56 */
	struct account *a;   /* in */
	int n;               /* in */
	struct my_mutex *l;  /* in */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	struct my_mutex *l = cs->l;

	my_lock_held(l, __FILE__, __LINE__);
	a->sum += n;
	wrong += !ours(&a->lock);
	my_unlock_held(l);
	return 0;
}

static void deposit(struct account *a, int n)
{
	struct deposit_cs cs = { .a = a, .n = n, .l = &a->lock };
	rcl_exec(my_mutex(&a->lock), deposit_cs, &cs, sizeof(cs));
}

struct withdraw_cs {         /* a->lock.m, in.c:61-68 */
	struct account *a;   /* in */
	int n;               /* in */
	struct my_mutex *l;  /* in */
};

static int withdraw_cs(void *ctx)
{
	struct withdraw_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	struct my_mutex *l = cs->l;

	my_lock_held(l, __FILE__, __LINE__);
	if (a->sum < n) {
		my_unlock_held(l);
		return 1;
	}
	a->sum -= n;
	wrong += !ours(&a->lock);
	my_unlock_held(l);
	return 0;
}

static int withdraw(struct account *a, int n)
{
	struct withdraw_cs cs = { .a = a, .n = n, .l = &a->lock };
	if (rcl_exec(my_mutex(&a->lock), withdraw_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return n;
}

struct count_cs {  /* stats_lock.m, in.c:74-77 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&stats_lock, __FILE__, __LINE__);
	sum += n;
	wrong += !ours(&stats_lock);
	my_unlock_held(&stats_lock);
	return 0;
}

static void count(int n)
{
	struct count_cs cs = { .n = n };
	rcl_exec(my_mutex(&stats_lock), count_cs, &cs, sizeof(cs));
}

struct note_cs {                /* lock->m, in.c:82-85 */
	struct my_mutex *lock;  /* in */
	int n;                  /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	struct my_mutex *lock = cs->lock;
	int n = cs->n;

	my_lock_held(lock, __FILE__, n);
	sum += n;
	wrong += !ours(lock) || lock->line != n;
	my_unlock_held(lock);
	return 0;
}

static void note(struct my_mutex *lock, int n)
{
	struct note_cs cs = { .lock = lock, .n = n };
	rcl_exec(my_mutex(lock), note_cs, &cs, sizeof(cs));
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 100; i++) {
		deposit(arg, i);
		count(withdraw(arg, i));
		note(&stats_lock, i);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &savings);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d %d\n", savings.sum, savings.lock.taken, sum, stats_lock.taken, wrong);
	return savings.lock.held + stats_lock.held;
}
