/* Sections that wait for a condition, or hold others, under locks that note who has them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; pthread_t owner; int taken, given; };

static struct my_mutex queue_lock = { RCL_MUTEX_INITIALIZER(my_mutex_m_in), 0, 0, 0 };
static struct my_mutex sum_lock = { RCL_MUTEX_INITIALIZER(my_mutex_m_in_8), 0, 0, 0 };
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static int length, sum, got;

static rcl_mutex_t *my_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void my_lock_held(struct my_mutex *l)
{
	l->owner = pthread_self();
	l->taken++;
}

static void my_unlock_held(struct my_mutex *l)
{
	l->given++;
}

struct put_cs {  /* queue_lock.m, in.c:27-30 */
	int n;   /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&queue_lock);
	length += n;
	rcl_cond_signal(&filled);
	my_unlock_held(&queue_lock);
	return 0;
}

static void put(int n)
{
	struct put_cs cs = { .n = n };
	rcl_exec(my_mutex(&queue_lock), put_cs, &cs, sizeof(cs));
}

struct get_cs {              /* l->m, in.c:37-42 */
	struct my_mutex *l;  /* in */
	int n;               /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct my_mutex *l = cs->l;
	int n;

	my_lock_held(l);
	while (length == 0)
		rcl_cond_wait(&filled, &l->m);
	n = length;
	length = 0;
	cs->n = n;
	my_unlock_held(l);
	return 0;
}

static int get(struct my_mutex *l)
{
	int n;

	struct get_cs cs = { .l = l };
	rcl_exec_blocking(my_mutex(l), get_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct get_counted_sum_cs {  /* sum_lock.m, in.c:56-58 */
	int n;               /* in */
};

static int get_counted_sum_cs(void *ctx)
{
	struct get_counted_sum_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&sum_lock);
	sum += n;
	my_unlock_held(&sum_lock);
	return 0;
}

struct get_counted_queue_cs {  /* queue_lock.m, in.c:50-59 */
	int n;                 /* out */
	int at;                /* where it goes on */
};

static int get_counted_queue_cs(void *ctx)
{
	struct get_counted_queue_cs *cs = ctx;
	int n;

	if (cs->at == 1) {
		goto at_1;
	}

	my_lock_held(&queue_lock);
	got++;
	while (length == 0) {
		cs->at = 1;
		return rcl_wait(&filled, &queue_lock.m);
		at_1: ;
	}
	n = length;
	length = 0;
	struct get_counted_sum_cs sum_cs = { .n = n };
	rcl_exec(my_mutex(&sum_lock), get_counted_sum_cs, &sum_cs, sizeof(sum_cs));
	cs->n = n;
	my_unlock_held(&queue_lock);
	return 0;
}

static int get_counted(void)
{
	int n;

	struct get_counted_queue_cs cs = { .at = 0 };
	rcl_exec_waiting(my_mutex(&queue_lock), get_counted_queue_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct nested_inner_cs {         /* inner->m, in.c:69-72 */
	int *n;                  /* in */
	int count;               /* out */
	struct my_mutex *inner;  /* in */
};

static int nested_inner_cs(void *ctx)
{
	struct nested_inner_cs *cs = ctx;
	int *n = cs->n;
	int count;
	struct my_mutex *inner = cs->inner;

	my_lock_held(inner);
	sum += got - *n;
	count = *n;
	cs->count = count;
	my_unlock_held(inner);
	return 0;
}

struct nested_outer_cs {         /* outer->m, in.c:67-73 */
	struct my_mutex *inner;  /* in */
	int *n;                  /* in */
	int count;               /* out */
	struct my_mutex *outer;  /* in */
};

static int nested_outer_cs(void *ctx)
{
	struct nested_outer_cs *cs = ctx;
	struct my_mutex *inner = cs->inner;
	int *n = cs->n;
	int count;
	struct my_mutex *outer = cs->outer;

	my_lock_held(outer);
	got += *n;
	struct nested_inner_cs inner_cs = { .n = n, .inner = inner };
	rcl_exec(my_mutex(inner), nested_inner_cs, &inner_cs, sizeof(inner_cs));
	count = inner_cs.count;
	cs->count = count;
	my_unlock_held(outer);
	return 0;
}

static void nested(struct my_mutex *outer, struct my_mutex *inner, int *n)
{
	int count = 0;

	struct nested_outer_cs cs = { .inner = inner, .n = n, .outer = outer };
	rcl_exec(my_mutex(outer), nested_outer_cs, &cs, sizeof(cs));
	count = cs.count;
	*n += count - *n;
}

static void *work(void *arg)
{
	int *total = arg;
	int i;

	for (i = 0; i < 50; i++)
		*total += i % 2 ? get(&queue_lock) : get_counted();
	return NULL;
}

struct main_cs {   /* queue_lock.m, in.c:98-100 */
	int left;  /* out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int left;

	my_lock_held(&queue_lock);
	left = length;
	cs->left = left;
	my_unlock_held(&queue_lock);
	return 0;
}

int main(void)
{
	pthread_t thread;
	int total = 0, none = 0, i;

	pthread_create(&thread, NULL, work, &total);
	for (i = 0; i < 50; i++) {
		int left;

		put(1);
		do {
			struct main_cs cs;
			rcl_exec(my_mutex(&queue_lock), main_cs, &cs, sizeof(cs));
			left = cs.left;
		} while (left);
	}
	pthread_join(thread, NULL);
	nested(&queue_lock, &sum_lock, &none);
	printf("%d %d %d %d\n", total, got, queue_lock.taken - queue_lock.given, sum_lock.taken);
	return length;
}
