/* Lock functions that note something by variables of their own, with a pointer to the mutex, or nothing of it at all. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { rcl_mutex_t lock; pthread_t owner; const char *where; int depth; };

static struct my_mutex list_lock = { RCL_MUTEX_INITIALIZER(my_mutex_lock), 0, NULL, 0 };
static rcl_mutex_t plain = RCL_MUTEX_INITIALIZER(plain);
static rcl_mutex_t *noted;
static int sum, taken, given, wrong, named;

static rcl_mutex_t *take_mutex(const struct my_mutex *mutex)
{
	struct my_mutex *l = (struct my_mutex *)mutex;

	return &l->lock;
}

static void take_held(const struct my_mutex *mutex, const char *where)
{
	struct my_mutex *l = (struct my_mutex *)mutex;
	pthread_t self = pthread_self();

	l->owner = self;
	l->where = where;
	if (where[0] == 't') {
		int depth = l->depth + 1;

		l->depth = depth;
	}
}

/* as some libraries have it: the mutex is constant for those who take it */
void take(const struct my_mutex *mutex, const char *where)
{
	struct my_mutex *l = (struct my_mutex *)mutex;
	int error = rcl_lock(&l->lock);

	if (error != 0)
		abort();
	take_held(mutex, where);
}

static void give_held(const struct my_mutex *mutex)
{
	struct my_mutex *l = (struct my_mutex *)mutex;

	l->where = "nowhere";
	l->depth = 0;
}

void give(const struct my_mutex *mutex)
{
	struct my_mutex *l = (struct my_mutex *)mutex;

	give_held(mutex);
	if (rcl_unlock(&l->lock) != 0)
		abort();
}

static void plain_lock_held(rcl_mutex_t *m)
{
	noted = m;
	taken++;
}

static void plain_unlock_held(void)
{
	given++;
}

struct add_cs {             /* list_lock.lock, in.c:57-66 */
	int n;              /* in */
	int quick;          /* in */
	const char *where;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int quick = cs->quick;
	const char *where = cs->where;

	take_held(&list_lock, where);
	sum += n;
	wrong += !pthread_equal(list_lock.owner, pthread_self());
	named += list_lock.where[0] == 'a';
	if (quick) {
		give_held(&list_lock);
		return 1;
	}
	sum += n;
	give_held(&list_lock);
	return 0;
}

static int add(int n, int quick)
{
	struct add_cs cs = { .n = n, .quick = quick, .where = __func__ };
	if (rcl_exec(take_mutex(&list_lock), add_cs, &cs, sizeof(cs)) == 1)
		return sum > 0;
	return 0;
}

struct add_plain_cs {    /* m, in.c:74-77 */
	rcl_mutex_t *m;  /* in */
	int l;           /* in */
};

static int add_plain_cs(void *ctx)
{
	struct add_plain_cs *cs = ctx;
	rcl_mutex_t *m = cs->m;
	int l = cs->l;

	plain_lock_held(m);
	sum += l;
	wrong += noted != m;
	plain_unlock_held();
	return 0;
}

static void add_plain(rcl_mutex_t *m, int n)
{
	int l = n;

	struct add_plain_cs cs = { .m = m, .l = l };
	rcl_exec_anon(m, add_plain_cs, &cs, sizeof(cs));
}

struct add_with_cs {                         /* locks[0]->lock, in.c:83-86 */
	struct my_mutex **locks;             /* in */
	int mutex;                           /* in */
	const struct my_mutex *mutex_given;  /* in */
};

static int add_with_cs(void *ctx)
{
	struct add_with_cs *cs = ctx;
	struct my_mutex **locks = cs->locks;
	int mutex = cs->mutex;
	const struct my_mutex *mutex_given = cs->mutex_given;

	take_held(mutex_given, "there");
	sum += mutex;
	wrong += locks[0]->depth != 1;
	give_held(mutex_given);
	return 0;
}

/* the name of the mutex comes from elsewhere, and the parameter's is taken */
static void add_with(struct my_mutex **locks, int mutex)
{
	struct add_with_cs cs = { .locks = locks, .mutex = mutex, .mutex_given = locks[0] };
	rcl_exec(take_mutex(locks[0]), add_with_cs, &cs, sizeof(cs));
}

struct mixed_my_1_cs {       /* l->lock, in.c:92-94 */
	struct my_mutex *l;  /* in */
};

static int mixed_my_1_cs(void *ctx)
{
	struct mixed_my_1_cs *cs = ctx;
	struct my_mutex *l = cs->l;

	sum++;
	give_held(l);
	return 0;
}

struct mixed_my_2_cs {       /* l->lock, in.c:95-97 */
	struct my_mutex *l;  /* in */
};

static int mixed_my_2_cs(void *ctx)
{
	struct mixed_my_2_cs *cs = ctx;
	struct my_mutex *l = cs->l;

	take_held(l, "here");
	wrong += l->where[0] != 'h';
	return 0;
}

/* by the mutex itself, and back by the function */
static void mixed(struct my_mutex *l)
{
	struct mixed_my_1_cs cs = { .l = l };
	rcl_exec_anon(&l->lock, mixed_my_1_cs, &cs, sizeof(cs));
	struct mixed_my_2_cs my_2_cs = { .l = l };
	rcl_exec(take_mutex(l), mixed_my_2_cs, &my_2_cs, sizeof(my_2_cs));
}

struct paused_plain_1_cs {  /* plain, in.c:103-105 */
	int n;              /* in */
};

static int paused_plain_1_cs(void *ctx)
{
	struct paused_plain_1_cs *cs = ctx;
	int n = cs->n;

	plain_lock_held(&plain);
	sum += n;
	plain_unlock_held();
	return 0;
}

struct paused_plain_2_cs {  /* plain, in.c:107-109 */
	int n;              /* in */
};

static int paused_plain_2_cs(void *ctx)
{
	struct paused_plain_2_cs *cs = ctx;
	int n = cs->n;

	plain_lock_held(&plain);
	sum += n;
	plain_unlock_held();
	return 0;
}

/* given back for a while: that stays */
static void paused(int n)
{
	struct paused_plain_1_cs cs = { .n = n };
	rcl_exec_anon(&plain, paused_plain_1_cs, &cs, sizeof(cs));
	n++;
	struct paused_plain_2_cs plain_2_cs = { .n = n };
	rcl_exec_anon(&plain, paused_plain_2_cs, &plain_2_cs, sizeof(plain_2_cs));
}

struct kept_cs {  /* list_lock.lock, in.c:115-119 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	take_held(&list_lock, "there");
	sum += n;
	if (n == 3)
		return RCL_KEEP | 1;
	give_held(&list_lock);
	return 0;
}

/* kept on one way: the client gives it back */
static int kept(int n)
{
	struct kept_cs cs = { .n = n };
	if (rcl_exec(take_mutex(&list_lock), kept_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return 0;
}

static void *work(void *arg)
{
	struct my_mutex *locks[] = { &list_lock };
	int i;

	for (i = 0; i < 100; i++) {
		add(i, i & 1);
		add_plain(&plain, 0);
		add_with(locks, i);
		mixed(&list_lock);
		paused(0);
		if (kept(i))
			give(&list_lock);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %s %d\n", taken, given, wrong, list_lock.where, named);
	return list_lock.depth;
}
