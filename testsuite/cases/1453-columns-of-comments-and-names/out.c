#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef struct {
  rcl_mutex_t lock;             /* to protect contents  */
  int busy;                     /* 0 = free, 1 = taken */
  volatile int waiters;         /* number of threads waiting */
  rcl_cond_t is_free;           /* signaled when free */
} master;

struct tabs {
	rcl_mutex_t lock;	/* for count */
	long count;		/* of uses */
	rcl_cond_t more; /* in no column */
	rcl_mutex_t	*of;	/* in the columns of names and comments */
	int		last;	/* of all */
};

rcl_cond_t      cond;
rcl_mutex_t     first = RCL_MUTEX_INITIALIZER(first);
rcl_mutex_t     second = RCL_MUTEX_INITIALIZER(second);

static int alone;
rcl_mutex_t third = RCL_MUTEX_INITIALIZER(third);

static struct tabs tabs = { RCL_MUTEX_INITIALIZER(tabs_lock), 0, RCL_COND_INITIALIZER, &first, 0 };
static master all = { .lock = RCL_MUTEX_INITIALIZER(master_lock), .is_free = RCL_COND_INITIALIZER };

struct take_cs {    /* m->lock, in.c:31-38 */
	master *m;  /* in */
	int at;     /* where it goes on */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	master *m = cs->m;

	if (cs->at == 1) {
		goto at_1;
	}

	while (m->busy) {
		m->waiters++;
		cs->at = 1;
		return rcl_wait(&m->is_free, &m->lock);
		at_1:
		m->waiters--;
	}
	m->busy = 1;
	return 0;
}

static void take(master *m)
{
	struct take_cs cs = { .m = m, .at = 0 };
	rcl_exec_waiting(&m->lock, take_cs, &cs, sizeof(cs));
}

struct give_cs {    /* m->lock, in.c:43-46 */
	master *m;  /* in */
};

static int give_cs(void *ctx)
{
	struct give_cs *cs = ctx;
	master *m = cs->m;

	m->busy = 0;
	rcl_cond_signal(&m->is_free);
	return 0;
}

static void give(master *m)
{
	struct give_cs cs = { .m = m };
	rcl_exec_anon(&m->lock, give_cs, &cs, sizeof(cs));
}

struct add_tabs_cs {  /* tabs.lock, in.c:51-55 */
	int n;        /* in */
	int at;       /* where it goes on */
};

static int add_tabs_cs(void *ctx)
{
	struct add_tabs_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	tabs.count += n;
	while (tabs.count < 0) {
		cs->at = 1;
		return rcl_wait(&tabs.more, &tabs.lock);
		at_1: ;
	}
	return 0;
}

struct add_third_cs {  /* third, in.c:58-62 */
	int n;         /* in */
	int at;        /* where it goes on */
};

static int add_third_cs(void *ctx)
{
	struct add_third_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	alone += n;
	while (alone < 0) {
		cs->at = 1;
		return rcl_wait(&cond, &third);
		at_1: ;
	}
	return 0;
}

struct add_second_cs {  /* second, in.c:57-63 */
	int n;          /* in */
};

static int add_second_cs(void *ctx)
{
	struct add_second_cs *cs = ctx;
	int n = cs->n;
	struct add_third_cs third_cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&third, add_third_cs, &third_cs, sizeof(third_cs));
	return 0;
}

struct add_first_cs {  /* first, in.c:56-64 */
	int n;         /* in */
};

static int add_first_cs(void *ctx)
{
	struct add_first_cs *cs = ctx;
	int n = cs->n;
	struct add_second_cs second_cs = { .n = n };
	rcl_exec_blocking(&second, add_second_cs, &second_cs, sizeof(second_cs));
	return 0;
}

static void add(int n)
{
	struct add_tabs_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&tabs.lock, add_tabs_cs, &cs, sizeof(cs));
	struct add_first_cs first_cs = { .n = n };
	rcl_exec_blocking(&first, add_first_cs, &first_cs, sizeof(first_cs));
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		take(&all);
		add(i);
		give(&all);
	}
	printf("%ld %d %d\n", tabs.count, alone, all.busy);
	return 0;
}
