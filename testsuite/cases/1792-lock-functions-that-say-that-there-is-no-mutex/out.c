/* Lock functions that take no mutex where there is none, and say so: for who asks that, they are attempts. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

typedef struct mutex {
	rcl_mutex_t id;
	bool ready;
	struct mutex *next;
} mutex;

static mutex storage = { RCL_MUTEX_INITIALIZER(mutex_id_in), true, NULL };
static mutex another = { RCL_MUTEX_INITIALIZER(mutex_id_in_14), true, &storage };
static mutex *event_lock = &another;
static rcl_mutex_t global = RCL_MUTEX_INITIALIZER(global);
static int count, threaded = 1;

static rcl_mutex_t *lock_mutex(mutex *m)
{
	return &m->id;
}

static int lock(mutex *m)
{
	if (m == NULL)
		return -1;
	if (rcl_lock(&m->id) != 0)
		return -1;
	return 0;
}

static int unlock(mutex *m)
{
	if (m == NULL)
		return -1;
	return rcl_unlock(&m->id);
}

static rcl_mutex_t *take_mutex(mutex *m)
{
	return &m->id;
}

static int take(mutex *m)
{
	if (!m)
		return EINVAL;
	return rcl_lock(&m->id);
}

static rcl_mutex_t *acquire_mutex(mutex *m)
{
	return &m->id;
}

static void release(mutex *m)
{
	if (m)
		rcl_unlock(&m->id);
}

static rcl_mutex_t *ready_mutex(mutex *m)
{
	return &m->id;
}

static void unlock_ready(mutex *m)
{
	if (!m || !m->ready)
		return;
	rcl_unlock(&m->id);
}

static void unlock_threaded(void)
{
	if (threaded)
		rcl_unlock(&global);
}

struct leaves_cs {  /* m->id, in.c:87-95 */
	int n;      /* in */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;

	count += n;
	if (n > 100) {
		count = 0;
		return 1;
	}
	return 0;
}

static int leaves(mutex *m, int n)
{
	struct leaves_cs cs = { .n = n };
	int way = m == NULL ? -1 : rcl_exec_anon(lock_mutex(m), leaves_cs, &cs, sizeof(cs));

	if (way < 0)
		return -1;
	if (way == 1)
		return count;
	return 0;
}

struct branch_cs {  /* event_lock->id, in.c:103-106 */
	int n;      /* in */
	int used;   /* out */
};

static int branch_cs(void *ctx)
{
	struct branch_cs *cs = ctx;
	int n = cs->n;
	int used;

	used = n;
	count += n;
	cs->used = used;
	return 0;
}

static int branch(int n)
{
	int used = 0;

	struct branch_cs cs = { .n = n };
	if (event_lock != NULL && rcl_exec_anon(lock_mutex(event_lock), branch_cs,
			&cs, sizeof(cs)) == 0)
		used = cs.used;
	return used;
}

struct number_cs {  /* m->id, in.c:113-116 */
	int n;      /* in */
};

static int number_cs(void *ctx)
{
	struct number_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int number(mutex *m, int n)
{
	struct number_cs cs = { .n = n };
	if (!m || rcl_exec_anon(take_mutex(m), number_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct truth_cs {  /* m->id, in.c:122-125 */
	int n;     /* in */
};

static int truth_cs(void *ctx)
{
	struct truth_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int truth(mutex *m, int n)
{
	struct truth_cs cs = { .n = n };
	if (!m || rcl_exec_anon(acquire_mutex(m), truth_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct rounds_cs {  /* m->id, in.c:132-135 */
	int n;      /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int rounds(mutex *m, int n)
{
	while (n-- > 0) {
		struct rounds_cs cs = { .n = n };
		if (!m || rcl_exec_anon(acquire_mutex(m), rounds_cs, &cs, sizeof(cs)) < 0)
			continue;
	}
	return 0;
}

struct both_cs {       /* m->id, in.c:142-150 */
	mutex *other;  /* in */
	int n;         /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	mutex *other = cs->other;
	int n = cs->n;

	if (lock(other) != 0) {
		return 1;
	}
	count += n;
	unlock(other);
	return 0;
}

static int both(mutex *m, mutex *other, int n)
{
	struct both_cs cs = { .other = other, .n = n };
	int way = m == NULL ? -1 : rcl_exec_anon(lock_mutex(m), both_cs, &cs, sizeof(cs));

	if (way < 0)
		return -1;
	if (way == 1)
		return -2;
	return 0;
}

struct always_cs {  /* storage.id, in.c:157-160 */
	int n;      /* in */
};

static int always_cs(void *ctx)
{
	struct always_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* a mutex that is always there */
static int always(int n)
{
	struct always_cs cs = { .n = n };
	if (rcl_exec_anon(lock_mutex(&storage), always_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct twice_id_1_cs {  /* m->id, in.c:167-169 */
	int n;          /* in */
};

static int twice_id_1_cs(void *ctx)
{
	struct twice_id_1_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

struct twice_id_2_cs {  /* m->id, in.c:170-172 */
	int n;          /* in */
};

static int twice_id_2_cs(void *ctx)
{
	struct twice_id_2_cs *cs = ctx;
	int n = cs->n;

	count -= 2 * n;
	return RCL_KEEP;
}

/* who does not ask goes on without it */
static int twice(mutex *m, int n)
{
	struct twice_id_1_cs cs = { .n = n };
	if (m != NULL)
		rcl_exec_anon(lock_mutex(m), twice_id_1_cs, &cs, sizeof(cs));
	else
		twice_id_1_cs(&cs);
	struct twice_id_2_cs id_2_cs = { .n = n };
	if (m == NULL || rcl_exec_anon(lock_mutex(m), twice_id_2_cs, &id_2_cs, sizeof(id_2_cs)) < 0)
		return -1;
	unlock(m);
	return 0;
}

static int warns(mutex *m, int n)
{
	if (lock(m) != 0)
		puts("no lock");
	count += n;
	unlock(m);
	return 0;
}

/* what says nothing: it is never more than 0 */
static int more(mutex *m, int n)
{
	if (lock(m) > 0)
		return -1;
	count += n;
	unlock(m);
	return 0;
}

struct moves_cs {  /* event_lock->id, in.c:201-203 */
	int n;     /* in */
};

static int moves_cs(void *ctx)
{
	struct moves_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

/* what is asked for changes before the release */
static int moves(int n)
{
	mutex *was = event_lock;

	struct moves_cs cs = { .n = n };
	if (event_lock == NULL || rcl_exec_anon(lock_mutex(event_lock), moves_cs,
			&cs, sizeof(cs)) < 0)
		return -1;
	event_lock = NULL;
	unlock(event_lock);
	event_lock = was;
	release(was);
	return 0;
}

struct stops_cs {  /* m->id, in.c:213-216 */
	mutex *m;  /* in */
	int n;     /* in */
};

static int stops_cs(void *ctx)
{
	struct stops_cs *cs = ctx;
	mutex *m = cs->m;
	int n = cs->n;

	count += n;
	m->ready = n < 50;
	return RCL_KEEP;
}

static int stops(mutex *m, int n)
{
	struct stops_cs cs = { .m = m, .n = n };
	if (!(m && m->ready) || rcl_exec_anon(ready_mutex(m), stops_cs, &cs, sizeof(cs)) < 0)
		return -1;
	unlock_ready(m);
	return 0;
}

struct ends_cs {  /* global, in.c:223-226 */
	int n;    /* in */
};

static int ends_cs(void *ctx)
{
	struct ends_cs *cs = ctx;
	int n = cs->n;

	count += n;
	threaded = n < 50;
	return RCL_KEEP;
}

static int ends(int n)
{
	struct ends_cs cs = { .n = n };
	if (!threaded || rcl_exec_anon(&global, ends_cs, &cs, sizeof(cs)) < 0)
		return -1;
	unlock_threaded();
	return 0;
}

/* what the call is given is worked out once */
static mutex *next_of(mutex *m)
{
	return m->next;
}

static int given(mutex *m, int n)
{
	mutex *at = m;

	if (lock(at++) < 0)
		return -1;
	count += n;
	unlock(--at);
	if (lock(next_of(m)) < 0)
		return -2;
	count -= 3 * n;
	unlock(next_of(m));
	return 0;
}

struct kept_cs {  /* m->id, in.c:255-260 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* the result is kept: what it is where there is no mutex the lock function says */
static int kept(mutex *m, int n)
{
	struct kept_cs cs = { .n = n };
	int way = !m ? -1 : rcl_exec_anon(take_mutex(m), kept_cs, &cs, sizeof(cs));
	int error = way < 0 ? take(m) : 0;

	if (error)
		return error;
	return 0;
}

static int otherwise(mutex *m, int n)
{
	if (lock(m) == 0) {
		count += n;
		unlock(m);
	} else {
		count -= 5;
	}
	return 0;
}

static rcl_mutex_t *begin_mutex(mutex *m)
{
	return lock_mutex(m);
}

static void end(mutex *m)
{
	unlock(m);
}

struct through_id_1_cs {  /* m->id, in.c:290-292 */
	int n;            /* in */
};

static int through_id_1_cs(void *ctx)
{
	struct through_id_1_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

struct through_id_2_cs {  /* m->id, in.c:294-296 */
	int n;            /* in */
};

static int through_id_2_cs(void *ctx)
{
	struct through_id_2_cs *cs = ctx;
	int n = cs->n;

	count -= 2 * n;
	return 0;
}

static int through(mutex *m, int n)
{
	struct through_id_1_cs cs = { .n = n };
	if (m == NULL || rcl_exec_anon(begin_mutex(m), through_id_1_cs, &cs, sizeof(cs)) < 0)
		return -1;
	end(m);
	struct through_id_2_cs id_2_cs = { .n = n };
	if (m != NULL)
		rcl_exec_anon(begin_mutex(m), through_id_2_cs, &id_2_cs, sizeof(id_2_cs));
	else
		through_id_2_cs(&id_2_cs);
	return 0;
}

/* m->id, in.c:302-305 */
static int begin_counted_cs(void *ctx)
{
	count++;
	return RCL_KEEP | 1;
}

static int begin_counted(mutex *m)
{
	int way = m == NULL ? -1 : rcl_exec_anon(lock_mutex(m), begin_counted_cs, NULL, 0);

	if (way < 0)
		return -2;
	return 0;
}

static int counted(mutex *m, int n)
{
	if (begin_counted(m) != 0)
		return -1;
	count += n;
	end(m);
	return 0;
}

int main(void)
{
	int with = leaves(&storage, 1) + branch(2) + number(&storage, 3) + truth(&storage, 4) + rounds(&storage, 5);
	int none = leaves(NULL, 1) + number(NULL, 2) * 3 + truth(NULL, 4) * 5 + rounds(NULL, 6) * 7;

	with += both(&another, &storage, 7) + always(8) + twice(&storage, 9) + warns(&storage, 10) + more(&storage, 11);
	none += both(&another, NULL, 7) + both(NULL, &another, 8) * 3 + twice(NULL, 9) * 5 + warns(NULL, 10) + more(NULL, 11);
	with += moves(12) + stops(&storage, 13) + ends(14) + given(&another, 15) + kept(&storage, 16);
	none += stops(NULL, 13) + given(&storage, 14) + kept(NULL, 15) + otherwise(&storage, 16) + otherwise(NULL, 17);
	with += through(&storage, 18) + counted(&storage, 19);
	none += through(NULL, 20) + counted(NULL, 21);
	printf("%d %d %d\n", with, none, count);
	return 0;
}
