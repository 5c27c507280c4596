/* What a section keeps while the lock is given back is named like a variable of what follows the section. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct job *head;
static int done, failed;

static int work(struct job *j)
{
	return j->n < 0 ? -1 : 0;
}

struct serve_m_1_cs {   /* m, in.c:24-39 */
	struct job *j;  /* out */
	int n;          /* kept */
	int at;         /* where it goes on */
};

static int serve_m_1_cs(void *ctx)
{
	struct serve_m_1_cs *cs = ctx;
	struct job *j = cs->j;

	if (cs->at == 1)
		goto at_1;

	while (head) {
		int n = head->n;

		j = head;
		head = j->next;
		cs->j = j;
		cs->n = n;
		cs->at = 1;
		return 1;
		at_1:
		n = cs->n;
		done += n;
	}
	return 0;
}

struct serve_m_2_cs {   /* m, in.c:43-46 */
	struct job *j;  /* in */
	int n;          /* out */
};

static int serve_m_2_cs(void *ctx)
{
	struct serve_m_2_cs *cs = ctx;
	struct job *j = cs->j;
	int n = j->n;
	failed += n;
	cs->n = n;
	return 0;
}

static int serve(void)
{
	struct job *j;

	struct serve_m_1_cs cs = { .at = 0 };
	while (rcl_exec_anon(&m, serve_m_1_cs, &cs, sizeof(cs)) == 1) {
		j = cs.j;
		if (work(j) < 0)
			goto err;
		free(j);
	}
	return 0;

err:
	;
	int n;
	struct serve_m_2_cs m_2_cs = { .j = j };
	rcl_exec_anon(&m, serve_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	n = m_2_cs.n;
	return n;
}

struct add_cs {         /* m, in.c:55-58 */
	struct job *j;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct job *j = cs->j;

	j->next = head;
	head = j;
	return 0;
}

static void add(int n)
{
	struct job *j = malloc(sizeof(*j));

	j->n = n;
	struct add_cs cs = { .j = j };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	int left;

	add(-1);
	add(2);
	add(3);
	left = serve();
	printf("%d %d %d\n", left, done, failed);
	return 0;
}
