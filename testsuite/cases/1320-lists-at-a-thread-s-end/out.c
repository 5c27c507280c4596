/* What a thread begins with goes along lists while it has the lock, which is not to hold it for its life. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct job {
	struct job *next;
	int n;
};

struct queue {
	rcl_mutex_t m;
	struct job *head;
	int sum, most, stop;
};

static struct job third = {NULL, 3}, second = {&third, 20}, first = {&second, 100};
static struct queue q = {RCL_MUTEX_INITIALIZER(queue_m), &first, 0, 0, 0};

static struct job *after(struct job *j)
{
	return j->next;
}

struct add_up_cs {        /* p->m, in.c:28-34 */
	struct queue *p;  /* in */
};

static int add_up_cs(void *ctx)
{
	struct add_up_cs *cs = ctx;
	struct queue *p = cs->p;
	struct job *j = p->head;
	while (j) {
		p->sum += j->n;
		j = j->next;
	}
	return 0;
}

static void *add_up(void *arg)
{
	struct queue *p = arg;

	struct add_up_cs cs = { .p = p };
	rcl_exec_anon(&p->m, add_up_cs, &cs, sizeof(cs));
	return NULL;
}

struct find_most_cs {     /* p->m, in.c:42-45 */
	struct queue *p;  /* in */
};

static int find_most_cs(void *ctx)
{
	struct find_most_cs *cs = ctx;
	struct queue *p = cs->p;

	for (struct job *j = p->head; j; j = j->next)
		p->most = j->n > p->most ? j->n : p->most;
	return 0;
}

static void *find_most(void *arg)
{
	struct queue *p = arg;

	struct find_most_cs cs = { .p = p };
	rcl_exec_anon(&p->m, find_most_cs, &cs, sizeof(cs));
	return NULL;
}

struct take_all_cs {      /* p->m, in.c:54-57 */
	struct queue *p;  /* in */
};

static int take_all_cs(void *ctx)
{
	struct take_all_cs *cs = ctx;
	struct queue *p = cs->p;
	struct job *j;
	struct job *next;

	for (j = p->head; j && (next = j->next, 1); j = next)
		j->n = 0;
	return 0;
}

static void *take_all(void *arg)
{
	struct queue *p = arg;

	struct take_all_cs cs = { .p = p };
	rcl_exec_anon(&p->m, take_all_cs, &cs, sizeof(cs));
	return NULL;
}

/* as long as a function says so, or somebody else */
static void *serve(void *arg)
{
	struct queue *p = arg;
	struct job *j = p->head, *next;

	rcl_lock(&p->m);
	while (j && !p->stop) {
		p->sum += j->n;
		next = after(j);
		j = next;
	}
	rcl_unlock(&p->m);
	return NULL;
}

static int another(int n)
{
	return n < 3 && !q.stop;
}

static void *ask(void *arg)
{
	struct queue *p = arg;
	int n = 0;

	rcl_lock(&p->m);
	while (another(n))
		n++;
	p->sum += n;
	rcl_unlock(&p->m);
	return NULL;
}

static void run(void *(*start)(void *))
{
	pthread_t t;

	pthread_create(&t, NULL, start, &q);
	pthread_join(t, NULL);
	printf("%d %d\n", q.sum, q.most);
}

int main(void)
{
	run(add_up);
	run(find_most);
	run(serve);
	run(ask);
	run(take_all);
	run(add_up);
	return 0;
}
