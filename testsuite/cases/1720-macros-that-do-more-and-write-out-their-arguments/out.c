#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define DEBUG_LOCKS 4

/* Whose text is said before the lock is had, and behind that. */
#define LOCK(mutex) \
	do { \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: locking %s\n", __func__, #mutex); \
		rcl_lock(mutex); \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: locked %s\n", __func__, #mutex); \
	} while (0)
#define LOCK_AHEAD(mutex) \
	do { \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: locking %s\n", __func__, #mutex); \
	} while (0)
#define LOCK_HELD(mutex) \
	do { \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: locked %s\n", __func__, #mutex); \
	} while (0)
#define UNLOCK(mutex) \
	do { \
		rcl_unlock(mutex); \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: unlocked %s\n", __func__, #mutex); \
	} while (0)
#define UNLOCK_AFTER(mutex) \
	do { \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: unlocked %s\n", __func__, #mutex); \
	} while (0)

/* That make names of what they are given, by a macro in between, too. */
#define TAKE(what) do { rcl_lock(&what##_lock); what##_taken++; } while (0)
#define TAKE_HELD(what) do { what##_taken++; } while (0)
#define GIVE(what) do { what##_taken--; rcl_unlock(&what##_lock); } while (0)
#define GIVE_HELD(what) do { what##_taken--; } while (0)
#define TAKE_JOBS TAKE(jobs)
#define TAKE_JOBS_HELD() TAKE_HELD(jobs)

/* That say a variable's name and value. */
#define TAKE_AND_SAY(n) do { rcl_lock(&jobs_lock); printf("%s is %d\n", #n, n); } while (0)
#define TAKE_AND_SAY_HELD(n) do { printf("%s is %d\n", #n, n); } while (0)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_mutex_t jobs_lock = RCL_MUTEX_INITIALIZER(jobs_lock);
static rcl_mutex_t names_lock = RCL_MUTEX_INITIALIZER(names_lock);
static int debugging = DEBUG_LOCKS;
static int total, jobs_taken, names_taken, jobs, names;

#define __func__ "get"

struct get_cs {   /* m, in.c:38-45 */
	int n;    /* in */
	int was;  /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int n = cs->n;

	LOCK_HELD(&m);
	if (total < n) {
		return 1;
	}
	int was = total;
	total -= n;
	cs->was = was;
	return 0;
}

#undef __func__

static int get(int n)
{
	int was;
	struct get_cs cs = { .n = n };
	LOCK_AHEAD(&m);
	if (rcl_exec(&m, get_cs, &cs, sizeof(cs)) == 1) {
		UNLOCK_AFTER(&m);
		return -1;
	}
	was = cs.was;
	UNLOCK_AFTER(&m);
	return was;
}

#define __func__ "add"

struct add_cs {  /* m, in.c:51-53 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	LOCK_HELD(&m);
	total += n;
	return 0;
}

#undef __func__

static void add(int n)
{
	struct add_cs cs = { .n = n };
	LOCK_AHEAD(&m);
	rcl_exec(&m, add_cs, &cs, sizeof(cs));
	UNLOCK_AFTER(&m);
}

struct name_cs {  /* names_lock, in.c:58-64 */
	int n;    /* in */
};

static int name_cs(void *ctx)
{
	struct name_cs *cs = ctx;
	int n = cs->n;

	TAKE_HELD(names);
	if (names > 7) {
		GIVE_HELD(names);
		return 1;
	}
	names += n * names_taken;
	GIVE_HELD(names);
	return 0;
}

static int name(int n)
{
	struct name_cs cs = { .n = n };
	if (rcl_exec_anon(&names_lock, name_cs, &cs, sizeof(cs)) == 1) {
		return 7;
	}
	return n;
}

struct job_cs {  /* jobs_lock, in.c:70-72 */
	int n;   /* in */
};

static int job_cs(void *ctx)
{
	struct job_cs *cs = ctx;
	int n = cs->n;

	TAKE_JOBS_HELD();
	jobs += n * jobs_taken;
	GIVE_HELD(jobs);
	return 0;
}

static void job(int n)
{
	struct job_cs cs = { .n = n };
	rcl_exec_anon(&jobs_lock, job_cs, &cs, sizeof(cs));
}

struct said_cs {    /* jobs_lock, in.c:77-79 */
	int given;  /* in */
};

static int said_cs(void *ctx)
{
	struct said_cs *cs = ctx;
	int given = cs->given;

	TAKE_AND_SAY_HELD(given);
	jobs += given;
	return 0;
}

static int said(int given)
{
	struct said_cs cs = { .given = given };
	rcl_exec(&jobs_lock, said_cs, &cs, sizeof(cs));
	return given;
}

static void raise(int *n)
{
	(*n)++;
}

/* By a pointer the variable would be said to be another one. */
static int said_and_changed(int given)
{
	TAKE_AND_SAY(given);
	raise(&given);
	jobs += given;
	rcl_unlock(&jobs_lock);
	return given;
}

int main(void)
{
	add(5);
	printf("%d %d\n", get(3), get(4));
	printf("%d %d %d\n", name(3), name(6), name(1));
	job(2);
	printf("%d %d\n", said(1), said_and_changed(4));
	printf("%d %d %d %d %d\n", total, jobs, names, jobs_taken, names_taken);
	return 0;
}
