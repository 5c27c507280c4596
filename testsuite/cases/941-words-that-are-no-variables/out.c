/* A member behind an arrow with blanks, and a character, that are called like a variable are none. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct list {
	int shared;
	int quiet;
	rcl_mutex_t lock;
	rcl_cond_t ready;
	long n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_mutex_t letters[3] = { [0 ... 2] = RCL_MUTEX_INITIALIZER(letters) };
static char mode = 'q';
static long count;

static rcl_mutex_t *list_mutex(struct list *list)
{
	return &list->lock;
}

struct add_cs {             /* list->lock, in.c:34-36 */
	struct list *list;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct list *list = cs->list;

	list->n += 2;
	return 0;
}

static long add(struct list *list, int quiet)
{
	struct add_cs cs = { .list = list };
	if (list -> shared) {
		rcl_exec_anon(list_mutex(list), add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
	return quiet;
}

static void twice(long *value)
{
	*value *= 2;
}

struct letter_letters_1_cs {  /* letters['q' - 'p'], in.c:49-51 */
	long *q;              /* by reference */
};

static int letter_letters_1_cs(void *ctx)
{
	struct letter_letters_1_cs *cs = ctx;
	long *q = cs->q;

	count += *q;
	return 0;
}

/* letters[0], in.c:52-56 */
static int letter_letters_2_cs(void *ctx)
{
	count++;
	return 0;
}

struct letter_m_cs {  /* m, in.c:47-57 */
	long *q;      /* by reference */
};

static int letter_m_cs(void *ctx)
{
	struct letter_m_cs *cs = ctx;
	long *q = cs->q;

	twice(q);
	struct letter_letters_1_cs letters_1_cs = { .q = q };
	rcl_exec_anon(&letters['q' - 'p'], letter_letters_1_cs,
			&letters_1_cs, sizeof(letters_1_cs));
	if (mode == 'q') {
		rcl_exec_anon(&letters[0], letter_letters_2_cs, NULL, 0);
	} else {
		letter_letters_2_cs(NULL);
	}
	return 0;
}

static long letter(long q)
{
	struct letter_m_cs cs = { .q = &q };
	rcl_exec_anon(&m, letter_m_cs, &cs, sizeof(cs));
	return q;
}

struct wait_for_cs {        /* list->lock, in.c:63-68 */
	struct list *list;  /* in */
	long *ready;        /* by reference */
	int at;             /* where it goes on */
};

static int wait_for_cs(void *ctx)
{
	struct wait_for_cs *cs = ctx;
	struct list *list = cs->list;
	long *ready = cs->ready;

	if (cs->at == 1) {
		goto at_1;
	}

	twice(ready);
	while (list->n < 0) {
		cs->at = 1;
		return rcl_wait(& list -> ready, &list->lock);
		at_1: ;
	}
	list->n += *ready;
	return 0;
}

static long wait_for(struct list *list, long ready)
{
	struct wait_for_cs cs = { .list = list, .ready = &ready, .at = 0 };
	rcl_exec_waiting(&list->lock, wait_for_cs, &cs, sizeof(cs));
	return ready;
}

int main(void)
{
	struct list list = { 1, 0, RCL_MUTEX_INITIALIZER(list_lock), RCL_COND_INITIALIZER, 0 };
	long sum = add(&list, 0) + letter(3) + wait_for(&list, 4);

	printf("%ld %ld %ld\n", sum, count, list.n);
	return 0;
}
