/* What a lock macro says in a text is not what it is given, though that has the name of its parameter. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
static rcl_mutex_t locks[8] = { [0 ... 7] = RCL_MUTEX_INITIALIZER(locks) };
struct q { int n; };
static rcl_mutex_t *named_mutex(const char *name) {
	return &locks[strlen(name) & 7];
}

#define LOCK(m) lock_named(m, "m")
#define UNLOCK(m) unlock_named(m, "m")
struct a_locks_1_cs {     /* locks[...], in.c:14-16 */
	struct q *queue;  /* in */
	int r;            /* in-out */
};

static int a_locks_1_cs(void *ctx)
{
	struct a_locks_1_cs *cs = ctx;
	struct q *queue = cs->queue;
	int r = cs->r;

	r += queue->n++;
	cs->r = r;
	return 0;
}

struct a_locks_2_cs {  /* locks[...], in.c:17-19 */
	int c;         /* in */
	int r;         /* in-out */
};

static int a_locks_2_cs(void *ctx)
{
	struct a_locks_2_cs *cs = ctx;
	int c = cs->c;
	int r = cs->r;

	r += c;
	cs->r = r;
	return 0;
}

static int a(struct q *queue, int c)
{
	int r = 0;
	struct a_locks_1_cs cs = { .queue = queue, .r = r };
	rcl_exec_anon(named_mutex("m"), a_locks_1_cs, &cs, sizeof(cs));
	r = cs.r;
	struct a_locks_2_cs locks_2_cs = { .c = c, .r = r };
	rcl_exec_anon(named_mutex("m"), a_locks_2_cs, &locks_2_cs, sizeof(locks_2_cs));
	r = locks_2_cs.r;
	return r;
}
int main(void) { struct q q = { 3 }; printf("%d\n", a(&q, 1)); return 0; }
