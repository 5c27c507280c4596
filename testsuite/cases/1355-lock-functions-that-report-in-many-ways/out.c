/* Lock functions as libraries have them: with a truth, with -1 and errno, for NULL an error, and what they note. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct mutex {
	rcl_mutex_t mtx;
	int owner, waits, wants;
};

#define MUTEX { RCL_MUTEX_INITIALIZER(mutex_mtx), 0, 0, 0 }

static struct mutex asked = MUTEX, told = MUTEX, set = MUTEX, noted = MUTEX, given = MUTEX;
static int count, complaints;

static void complain(const char *what, int error)
{
	complaints += error;
	puts(what);
}

static rcl_mutex_t *if_mutex(struct mutex *m)
{
	return &m->mtx;
}

/* NULL is no mutex */
static int lock_if(struct mutex *m)
{
	int r;

	if (!m)
		return EINVAL;
	r = rcl_lock(&m->mtx);
	if (r)
		complain("lock", r);
	return r;
}

static int unlock_if(struct mutex *m)
{
	int r;

	if (!m)
		return EINVAL;
	r = rcl_unlock(&m->mtx);
	if (r)
		complain("unlock", r);
	return r;
}

static rcl_mutex_t *told_mutex(struct mutex *m)
{
	return &m->mtx;
}

static bool lock_told(struct mutex *m)
{
	return rcl_lock(&m->mtx) == 0;
}

static bool unlock_told(struct mutex *m)
{
	return rcl_unlock(&m->mtx) == 0;
}

static rcl_mutex_t *set_mutex(struct mutex *m)
{
	return &m->mtx;
}

static rcl_mutex_t *noted_mutex(struct mutex *m)
{
	return &m->mtx;
}

static void lock_noted_ahead(struct mutex *m)
{
	__atomic_add_fetch(&m->wants, 1, __ATOMIC_RELAXED);
}

static void lock_noted_busy(struct mutex *m, int who)
{
	__atomic_add_fetch(&m->waits, who, __ATOMIC_RELAXED);
}

static void lock_noted_held(struct mutex *m, int who)
{
	m->owner = who;
}

static void unlock_noted_held(struct mutex *m)
{
	m->owner = 0;
}

static rcl_mutex_t *given_mutex(struct mutex *m)
{
	return &m->mtx;
}

/* takes it on one way only */
static int lock_given(struct mutex *m)
{
	if (m != NULL)
		return rcl_lock(&m->mtx);
	return 0;
}

static void unlock_given(struct mutex *m)
{
	if (m != NULL)
		rcl_unlock(&m->mtx);
}

struct of_a_global_cs {  /* asked.mtx, in.c:115-118 */
	int n;           /* in */
};

static int of_a_global_cs(void *ctx)
{
	struct of_a_global_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int of_a_global(int n)
{
	struct of_a_global_cs cs = { .n = n };
	if (rcl_exec_anon(if_mutex(&asked), of_a_global_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

static int of_a_pointer(struct mutex *m, int n)
{
	if (lock_if(m))
		return -1;
	count += n;
	unlock_if(m);
	return n;
}

struct with_a_truth_cs {  /* told.mtx, in.c:133-140 */
	int n;            /* in */
};

static int with_a_truth_cs(void *ctx)
{
	struct with_a_truth_cs *cs = ctx;
	int n = cs->n;

	count += n;
	if (n > 5) {
		return 1;
	}
	return 0;
}

static int with_a_truth(int n)
{
	struct with_a_truth_cs cs = { .n = n };
	int way = rcl_exec_anon(told_mutex(&told), with_a_truth_cs, &cs, sizeof(cs));

	if (way < 0)
		return -1;
	if (way == 1)
		return 5;
	return n;
}

static bool returns_the_truth(int n)
{
	if (lock_told(&told)) {
		count += n;
		return unlock_told(&told);
	}
	return false;
}

struct with_errno_cs {  /* set.mtx, in.c:156-161 */
	int n;          /* in */
};

static int with_errno_cs(void *ctx)
{
	struct with_errno_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int with_errno(int n)
{
	struct with_errno_cs cs = { .n = n };
	if (rcl_exec_anon(set_mutex(&set), with_errno_cs, &cs, sizeof(cs)) < 0) {
		perror("lock");
		exit(1);
	}
	return n;
}

struct with_notes_cs {  /* noted.mtx, in.c:168-171 */
	int n;          /* out */
	int who;        /* in */
};

static int with_notes_cs(void *ctx)
{
	struct with_notes_cs *cs = ctx;
	int n;
	int who = cs->who;

	lock_noted_held(&noted, who);
	n = noted.owner;
	count += n;
	cs->n = n;
	unlock_noted_held(&noted);
	return 0;
}

static int with_notes(int n)
{
	struct with_notes_cs cs = { .who = n + 1 };
	lock_noted_ahead(&noted);
	if (rcl_tryexec(noted_mutex(&noted), with_notes_cs, &cs, sizeof(cs)) < 0) {
		lock_noted_busy(&noted, n + 1);
		rcl_exec_anon(noted_mutex(&noted), with_notes_cs, &cs, sizeof(cs));
	}
	n = cs.n;
	return n;
}

static int perhaps(struct mutex *m, int n)
{
	if (lock_given(m) != 0)
		return -1;
	count += n;
	unlock_given(m);
	return n;
}

struct certainly_cs {  /* given.mtx, in.c:186-189 */
	int n;         /* in */
};

static int certainly_cs(void *ctx)
{
	struct certainly_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int certainly(int n)
{
	struct certainly_cs cs = { .n = n };
	if (rcl_exec_anon(given_mutex(&given), certainly_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

static void *work(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < 200; i++) {
		of_a_global(1);
		with_a_truth(1);
		with_errno(1);
		with_notes(i & 3);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	printf("%d %d %d\n", of_a_global(1), of_a_pointer(&asked, 2), of_a_pointer(NULL, 3));
	printf("%d %d %d %d\n", with_a_truth(1), with_a_truth(7), returns_the_truth(2), with_errno(3));
	printf("%d %d %d %d\n", with_notes(4), perhaps(&given, 5), perhaps(NULL, 6), certainly(7));
	count = 0;
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %d\n", noted.wants, noted.owner, complaints);
	return 0;
}
