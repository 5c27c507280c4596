/* Lock functions that find or make an object, and give it back locked: the client has the object first. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define MANY 8

typedef struct session {
	struct session *next;
	int id, found, given, bytes;
	rcl_mutex_t lock;
} session_t;

struct slot {
	int used, sum;
	rcl_mutex_t *mutex;
};

static session_t *sessions;
static rcl_mutex_t table_lock = RCL_MUTEX_INITIALIZER(table_lock);
static rcl_mutex_t locks[MANY];
static struct slot slots[MANY];
static int misses;

struct session_find_cs {  /* table_lock, in.c:30-36 */
	int id;           /* in */
	session_t *s;     /* out */
};

static int session_find_cs(void *ctx)
{
	struct session_find_cs *cs = ctx;
	int id = cs->id;
	session_t *s;

	for (s = sessions; s != NULL; s = s->next)
		if (s->id == id)
			break;
	if (s != NULL)
		s->found++;
	cs->s = s;
	return 0;
}

/* with a reference, under the table's lock */
static session_t *session_find(int id)
{
	session_t *s;

	struct session_find_cs cs = { .id = id };
	rcl_exec_anon(&table_lock, session_find_cs, &cs, sizeof(cs));
	s = cs.s;
	return s;
}

static rcl_mutex_t *session_lookup_mutex(session_t *s)
{
	return &s->lock;
}

static session_t *session_lookup_first(int id)
{
	session_t *s = session_find(id);

	if (!s) {
		misses++;
		return NULL;
	}
	return s;
}

static session_t *session_lookup(int id)
{
	session_t *s = session_lookup_first(id);

	if (s != NULL)
		rcl_lock(&s->lock);
	return s;
}

static rcl_mutex_t *session_acquire_mutex(session_t *s)
{
	return &s->lock;
}

static session_t *session_acquire_first(int id)
{
	session_t *s;

	s = session_find(id);
	return s;
}

session_t *session_acquire(int id)
{
	session_t *s = session_acquire_first(id);

	if (s != NULL)
		rcl_lock(&s->lock);
	return s;
}

static session_t *session_made(int id)
{
	session_t *s = calloc(1, sizeof(*s));

	if (s == NULL)
		abort();
	rcl_mutex_init(&s->lock, NULL, session_lock);
	s->id = id;
	return s;
}

static rcl_mutex_t *session_new_mutex(session_t *s)
{
	return &s->lock;
}

/* there always is one */
static session_t *session_new_first(int id)
{
	session_t *s = session_made(id);
	return s;
}

static rcl_mutex_t *slot_mutex(struct slot *slot)
{
	return slot->mutex;
}

static struct slot *slot_lock_first(int number)
{
	struct slot *slot = &slots[number % MANY];

	return slot;
}

static void session_release_held(session_t *s)
{
	s->given++;
}

static void session_release(session_t *s)
{
	session_release_held(s);
	rcl_unlock(&s->lock);
}

struct session_over_cs {  /* table_lock, in.c:105-111 */
	int id;           /* in */
	session_t *s;     /* out */
};

static int session_over_cs(void *ctx)
{
	struct session_over_cs *cs = ctx;
	int id = cs->id;
	session_t *s;

	for (s = sessions; s != NULL; s = s->next)
		if (s->id == id)
			break;
	if (s != NULL)
		rcl_lock(&s->lock);
	cs->s = s;
	return 0;
}

/* hand over hand: who deletes a session has both locks */
static session_t *session_over(int id)
{
	session_t *s;

	struct session_over_cs cs = { .id = id };
	rcl_exec_anon(&table_lock, session_over_cs, &cs, sizeof(cs));
	s = cs.s;
	return s;
}

struct add_cs {        /* s->lock, in.c:121-127 */
	int n;         /* in-out */
	session_t *s;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	session_t *s = cs->s;

	s->bytes += n;
	if (s->bytes > 1000) {
		return 1;
	}
	n = s->bytes;
	cs->n = n;
	return 0;
}

static int add(int id, int n)
{
	session_t *s = session_lookup_first(id);

	if (s == NULL)
		return -1;
	struct add_cs cs = { .n = n, .s = s };
	if (rcl_exec_anon(session_lookup_mutex(s), add_cs, &cs, sizeof(cs)) == 1)
		return 0;
	n = cs.n;
	return n;
}

struct tested_cs {     /* s->lock, in.c:137-139 */
	int n;         /* in-out */
	session_t *s;  /* in */
};

static int tested_cs(void *ctx)
{
	struct tested_cs *cs = ctx;
	int n = cs->n;
	session_t *s = cs->s;

	s->bytes += n;
	n = s->bytes;
	cs->n = n;
	session_release_held(s);
	return 0;
}

static int tested(int id, int n)
{
	session_t *s;

	if (!(s = session_acquire_first(id)))
		return -1;
	struct tested_cs cs = { .n = n, .s = s };
	rcl_exec_anon(session_acquire_mutex(s), tested_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct in_branch_cs {  /* s->lock, in.c:149-151 */
	int n;         /* in-out */
	session_t *s;  /* in */
};

static int in_branch_cs(void *ctx)
{
	struct in_branch_cs *cs = ctx;
	int n = cs->n;
	session_t *s = cs->s;

	s->bytes += n;
	n = s->bytes;
	cs->n = n;
	session_release_held(s);
	return 0;
}

static int in_branch(int id, int n)
{
	session_t *s;

	s = session_acquire_first(id);
	if (s) {
		struct in_branch_cs cs = { .n = n, .s = s };
		rcl_exec_anon(session_acquire_mutex(s), in_branch_cs, &cs, sizeof(cs));
		n = cs.n;
	} else {
		n = -n;
	}
	return n;
}

struct begin_cs {      /* s->lock, in.c:161-162 */
	session_t *s;  /* in */
};

static int begin_cs(void *ctx)
{
	struct begin_cs *cs = ctx;
	session_t *s = cs->s;

	s->bytes = 1;
	return 0;
}

static void begin(int id)
{
	session_t *s = session_new_first(id);
	struct begin_cs cs = { .s = s };
	rcl_exec_anon(session_new_mutex(s), begin_cs, &cs, sizeof(cs));
	s->next = sessions;
	sessions = s;
}

struct slot_add_cs {        /* slot->mutex, in.c:172-175 */
	int n;              /* in-out */
	struct slot *slot;  /* in */
};

static int slot_add_cs(void *ctx)
{
	struct slot_add_cs *cs = ctx;
	int n = cs->n;
	struct slot *slot = cs->slot;

	slot->used++;
	slot->sum += n;
	n = slot->sum;
	cs->n = n;
	return 0;
}

static int slot_add(int number, int n)
{
	struct slot *slot;

	slot = slot_lock_first(number);
	struct slot_add_cs cs = { .n = n, .slot = slot };
	rcl_exec_anon(slot_mutex(slot), slot_add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct sum_cs {        /* s->lock, in.c:189-190 */
	session_t *s;  /* in */
	int all;       /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	session_t *s = cs->s;
	int all = cs->all;

	all += s->bytes;
	cs->all = all;
	session_release_held(s);
	return 0;
}

/* it goes from one to the next */
static int sum(void)
{
	session_t *s;
	int id, all = 0;

	for (id = 0; id < 2 * MANY; id++) {
		s = session_lookup_first(id);
		if (s == NULL)
			continue;
		struct sum_cs cs = { .s = s, .all = all };
		rcl_exec_anon(session_lookup_mutex(s), sum_cs, &cs, sizeof(cs));
		all = cs.all;
	}
	return all;
}

/* it has another one when it gives back */
static int moves(int id)
{
	session_t *s = session_lookup(id), *other;

	if (s == NULL)
		return -1;
	other = s;
	s->bytes++;
	s = s->next;
	rcl_unlock(&other->lock);
	return s != NULL;
}

/* what it gets is no variable */
static int directly(int id)
{
	return session_lookup(id) != NULL;
}

static int over(int id, int n)
{
	session_t *s = session_over(id);

	if (s == NULL)
		return -1;
	s->bytes += n;
	rcl_unlock(&s->lock);
	return n;
}

/* it goes on without one, too */
static int perhaps(int id, int n)
{
	session_t *s = session_lookup(id);

	if (s == NULL)
		n = 0;
	n += misses;
	if (s != NULL)
		session_release(s);
	return n;
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 20000; i++) {
		add(0, 0);
		tested(1, 1);
		in_branch(2, 1);
		slot_add(0, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[4];
	int i, n = 0;

	for (i = 0; i < MANY; i++) {
		rcl_mutex_init(&locks[i], NULL, locks);
		slots[i].mutex = &locks[i];
		begin(i);
	}
	n += add(1, 2) + add(9, 3) * 3 + tested(2, 4) * 5 + tested(10, 5) * 7 + in_branch(3, 6) * 11 + in_branch(11, 7) * 13;
	n += slot_add(3, 8) * 17 + slot_add(11, 9) * 19 + sum() * 23 + over(4, 10) * 29 + add(5, 2000) + moves(6) * 31;
	n += perhaps(3, 7) + perhaps(33, 8);
	printf("%d %d\n", n, misses);
	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d\n", session_find(1)->bytes, session_find(2)->bytes, session_find(1)->given, slots[0].sum);
	printf("%d\n", directly(40));
	return 0;
}
