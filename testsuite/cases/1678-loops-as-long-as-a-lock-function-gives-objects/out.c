/* Loops that go on as long as a lock function gives objects, which it takes the lock of in a branch, perhaps. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#define MANY 6
struct job { struct job *next; int id, done; rcl_mutex_t lock; };
static struct job jobs[MANY], *queue;
static int total;
static rcl_mutex_t *next_job_mutex(struct job *j)
{
	return &j->lock;
}

static struct job *next_job_first(void)
{
	struct job *j = queue;

	if (j != NULL) {
		queue = j->next;
	}
	return j;
}

static rcl_mutex_t *job_take_mutex(struct job *j)
{
	return &j->lock;
}

static struct job *job_take_first(void)
{
	struct job *j = queue;

	if (j == NULL)
		return NULL;
	queue = j->next;
	return j;
}

static struct job *job_take(void)
{
	struct job *j = job_take_first();

	if (j != NULL)
		rcl_lock(&j->lock);
	return j;
}

static void job_put(struct job *j) { rcl_unlock(&j->lock); }

static void fill(void) { queue = NULL; for (int i = 0; i < MANY; i++) { jobs[i].next = queue; queue = &jobs[i]; } }

struct a_cs {           /* j->lock, in.c:41-51 */
	int k;          /* in */
	struct job *j;  /* in */
	int n;          /* in-out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int k = cs->k;
	struct job *j = cs->j;
	int n = cs->n;

	j->done += k;
	if (j->done > 100) {
		cs->n = n;
		return 1;
	}
	if (j->id == 2) {
		cs->n = n;
		return 2;
	}
	n += j->done;
	cs->n = n;
	return 0;
}

static int a(int k)
{
	struct job *j;
	int n = 0;

	while ((j = job_take_first()) != NULL) {
		struct a_cs cs = { .k = k, .j = j, .n = n };
		int way = rcl_exec_anon(job_take_mutex(j), a_cs, &cs, sizeof(cs));
		n = cs.n;

		if (way == 1)
			continue;
		if (way == 2)
			break;
	}
	return n;
}

static int b(int k)
{
	struct job *j;
	int n = 0;

	while ((j = job_take()) && j->id > 2) {
		j->done += k;
		n += j->done;
		job_put(j);
	}
	if (j)
		job_put(j);
	return n;
}

struct c_cs {           /* j->lock, in.c:77-79 */
	int k;          /* in */
	struct job *j;  /* in */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	int k = cs->k;
	struct job *j = cs->j;

	j->done += k;
	total += j->done;
	return 0;
}

static int c(int k)
{
	struct job *j;

	while ((j = job_take_first()))
	{
		struct c_cs cs = { .k = k, .j = j };
		rcl_exec_anon(job_take_mutex(j), c_cs, &cs, sizeof(cs));
	}
	return total;
}

struct d_cs {           /* j->lock, in.c:89-91 */
	int k;          /* in */
	struct job *j;  /* in */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	int k = cs->k;
	struct job *j = cs->j;

	j->done += k;
	total += j->done;
	return 0;
}

static int d(int k)
{
	struct job *j;

	while ((j = next_job_first()) != NULL) {
		struct d_cs cs = { .k = k, .j = j };
		rcl_exec_anon(next_job_mutex(j), d_cs, &cs, sizeof(cs));
	}
	return total;
}

struct e_cs {           /* j->lock, in.c:106-107 */
	int k;          /* in */
	struct job *j;  /* in */
};

static int e_cs(void *ctx)
{
	struct e_cs *cs = ctx;
	int k = cs->k;
	struct job *j = cs->j;

	j->done += k;
	return 0;
}

static int e(int k)
{
	struct job *j;

	while ((j = job_take_first()) == NULL) {
		if (k == 0)
			return -1;
		k = 0;
		fill();
	}
	struct e_cs cs = { .k = k, .j = j };
	rcl_exec_anon(job_take_mutex(j), e_cs, &cs, sizeof(cs));
	return k;
}

/* it may have another one by then, which the function asks for again */
static struct job *other_job(void)
{
	struct job *j = queue;

	if (j != NULL) {
		j = j->next;
		if (j != NULL)
			rcl_lock(&j->lock);
	}
	return j;
}

static int f(int k)
{
	struct job *j;

	fill();
	j = other_job();
	if (j == NULL)
		return -1;
	j->done += k;
	k = j->done;
	job_put(j);
	return k;
}

int main(void)
{
	int s = 0;

	for (int i = 0; i < MANY; i++) {
		rcl_mutex_init(&jobs[i].lock, NULL, job_lock);
		jobs[i].id = i;
	}
	fill();
	s += a(2);
	fill();
	jobs[5].done = 99;
	s += a(3);
	fill();
	s += b(4);
	fill();
	s += c(5);
	fill();
	s += d(6) + e(7) + c(1) + e(0) + f(8);
	printf("%d %d\n", s, total);
	return 0;
}
