#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t few[3] = { [0 ... 2] = RCL_MUTEX_INITIALIZER(few) };
static int sum;

/* Handles that are pointers to anything, and mutexes in an array. */
static void *make(void)
{
	rcl_mutex_t *m = malloc(sizeof *m);

	rcl_mutex_init(m, NULL, m);
	return m;
}

static void *make_condition(void)
{
	rcl_cond_t *c = malloc(sizeof *c);

	rcl_cond_init(c, NULL);
	return c;
}

static rcl_mutex_t *block_enter_mutex(rcl_mutex_t *m, int i)
{
	return &m[i];
}

static rcl_mutex_t *grab_mutex(void *h)
{
	return (rcl_mutex_t *)h;
}

static rcl_mutex_t *get_locked_mutex(void *h)
{
	return (rcl_mutex_t *)h;
}

#define HIT(h) do { rcl_exec_anon((rcl_mutex_t *)(h), HIT_cs, NULL, 0); } while (0)
#define LOCK(h) rcl_lock((rcl_mutex_t *)(h))
#define UNLOCK(h) rcl_unlock((rcl_mutex_t *)(h))

static int HIT_cs(void *ctx)
{
	sum++;
	return 0;
}

/* (pthread_mutex_t *)h, in.c:58-60 */
static int use_m_1_cs(void *ctx)
{
	sum++;
	return 0;
}

/* (pthread_mutex_t *) h, in.c:61-63 */
static int use_m_2_cs(void *ctx)
{
	sum++;
	return 0;
}

/* few[i], in.c:65-67 */
static int use_few_cs(void *ctx)
{
	sum++;
	return 0;
}

/* h, in.c:68-70 */
static int use_m_3_cs(void *ctx)
{
	sum++;
	return 0;
}

/* h, in.c:71-73 */
static int use_m_4_cs(void *ctx)
{
	sum++;
	return 0;
}

/* (pthread_mutex_t *)(h), in.c:75-77 */
static int use_m_5_cs(void *ctx)
{
	sum++;
	return 0;
}

static void use(void *h, int i)
{
	rcl_exec_anon((rcl_mutex_t *)h, use_m_1_cs, NULL, 0);
	rcl_tryexec((rcl_mutex_t *) h, use_m_2_cs, NULL, 0);
	rcl_exec_anon(block_enter_mutex(few, i), use_few_cs, NULL, 0);
	rcl_exec_anon(grab_mutex(h), use_m_3_cs, NULL, 0);
	rcl_exec_anon(get_locked_mutex(h), use_m_4_cs, NULL, 0);
	HIT(h);
	rcl_exec_anon((rcl_mutex_t *)(h), use_m_5_cs, NULL, 0);
}

struct await_cs {   /* (pthread_mutex_t *)h, in.c:82-87 */
	void *h;    /* in */
	void *c;    /* in */
	int least;  /* in */
};

static int await_cs(void *ctx)
{
	struct await_cs *cs = ctx;
	void *h = cs->h;
	void *c = cs->c;
	int least = cs->least;

	if (sum < least)
		return rcl_wait((rcl_cond_t *)c, (rcl_mutex_t *)h);
	sum++;
	rcl_cond_signal((rcl_cond_t *)c);
	return 0;
}

static void await(void *h, void *c, int least)
{
	struct await_cs cs = { .h = h, .c = c, .least = least };
	rcl_exec_waiting((rcl_mutex_t *)h, await_cs, &cs, sizeof(cs));
}

int main(void)
{
	void *h = make();

	use(h, 2);
	await(h, make_condition(), 2);
	printf("%d\n", sum);
	return 0;
}
