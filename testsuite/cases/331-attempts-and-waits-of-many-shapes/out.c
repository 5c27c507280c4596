#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static int count, other;

struct truth_cs {  /* m, in.c:27-43 */
	int a;     /* in */
};

static int truth_cs(void *ctx)
{
	struct truth_cs *cs = ctx;
	int a = cs->a;

	if (a == 1) {
		count++;
		return 1;
	}
	if (a == 2) {
		return 2;
	}
	other++;
	return 0;
}

/* the truth is kept, and there are ways out */
int truth(int a)
{
	struct truth_cs cs = { .a = a };
	int way = rcl_tryexec(&m, truth_cs, &cs, sizeof(cs));
	bool had = way >= 0;

	if (!had)
		return -1;
	if (way == 1) {
		puts("one");
		return had;
	}
	if (way == 2) {
		puts("two");
		return had + 1;
	}
	return 0;
}

struct pointed_cs {  /* m, in.c:50-52 */
	int a;       /* in */
};

static int pointed_cs(void *ctx)
{
	struct pointed_cs *cs = ctx;
	int a = cs->a;

	count += a;
	return 0;
}

/* nobody keeps the pointer */
int pointed(int a)
{
	struct pointed_cs cs = { .a = a };
	rcl_tryexec(&m, pointed_cs, &cs, sizeof(cs));
	return a;
}

struct pointers_m_1_cs {  /* m, in.c:62-66 */
	int a;            /* in */
};

static int pointers_m_1_cs(void *ctx)
{
	struct pointers_m_1_cs *cs = ctx;
	int a = cs->a;

	count += a;
	return 0;
}

struct pointers_m_2_cs {  /* m, in.c:67-71 */
	int a;            /* in */
};

static int pointers_m_2_cs(void *ctx)
{
	struct pointers_m_2_cs *cs = ctx;
	int a = cs->a;

	other += a;
	return 0;
}

/* m, in.c:72-74 */
static int pointers_m_3_cs(void *ctx)
{
	count++;
	return 0;
}

/* two that keep it, and one that does not */
int pointers(int a)
{
	rcl_mutex_t *first, *second;

	struct pointers_m_1_cs cs = { .a = a };
	rcl_mutex_t *pointers_m_1_mutex = &m;
	int way = rcl_tryexec(pointers_m_1_mutex, pointers_m_1_cs, &cs, sizeof(cs));

	first = way < 0 ? NULL : pointers_m_1_mutex;
	if (!first)
		return -1;
	struct pointers_m_2_cs m_2_cs = { .a = a };
	rcl_mutex_t *pointers_m_2_mutex = &m;
	int m_2_way = rcl_tryexec(pointers_m_2_mutex, pointers_m_2_cs, &m_2_cs, sizeof(m_2_cs));

	second = m_2_way < 0 ? NULL : pointers_m_2_mutex;
	if (!second)
		return -2;
	rcl_tryexec(&m, pointers_m_3_cs, NULL, 0);
	return first == second;
}

struct branches_cs {  /* m, in.c:82-88 */
	int a;        /* in */
};

static int branches_cs(void *ctx)
{
	struct branches_cs *cs = ctx;
	int a = cs->a;

	if (a) {
		count++;
		return 1;
	} else {
		other++;
		return 1;
	}
}

/* released in either branch, and that is all */
int branches(int a)
{
	struct branches_cs cs = { .a = a };
	rcl_tryexec(&m, branches_cs, &cs, sizeof(cs));
	return a;
}

struct failing_cs {  /* m, in.c:100-106 */
	int a;       /* in */
	int *tries;  /* by reference */
};

static int failing_cs(void *ctx)
{
	struct failing_cs *cs = ctx;
	int a = cs->a;
	int *tries = cs->tries;

	count += *tries + a;
	return 0;
}

/* who fails tells others */
int failing(int a)
{
	int tries = 0;

	sscanf("3", "%d", &tries);
	struct failing_cs cs = { .a = a, .tries = &tries };
	if (rcl_tryexec(&m, failing_cs, &cs, sizeof(cs)) < 0) {
		tries++;
		rcl_cond_signal(&changed);
		return tries;
	}
	return tries;
}

/* what the lock is reached by is by reference */
struct box {
	rcl_mutex_t m;
	int n;
};

static struct box boxes[2] = { { RCL_MUTEX_INITIALIZER(box_m_in), 0 }, { RCL_MUTEX_INITIALIZER(box_m_in_116), 0 } };

static void choose(struct box **at, int a)
{
	*at = &boxes[a & 1];
}

struct boxed_cs {         /* at->m, in.c:128-136 */
	struct box **at;  /* by reference */
};

static int boxed_cs(void *ctx)
{
	struct boxed_cs *cs = ctx;
	struct box **at = cs->at;

	if ((*at)->n > 20) {
		(*at)->n = 0;
		return 1;
	}
	(*at)->n++;
	return 0;
}

int boxed(int a)
{
	struct box *at;

	choose(&at, a);
	struct boxed_cs cs = { .at = &at };
	if (rcl_exec_anon(&at->m, boxed_cs, &cs, sizeof(cs)) == 1) {
		choose(&at, a + 1);
		return 1;
	}
	return at->n & 1;
}

/* a lock call in the body of a macro of its own */
int own_macro(int a)
{
#define TELL() rcl_cond_broadcast(&changed)
	rcl_lock(&m);
	count += a;
	TELL();
	rcl_unlock(&m);
	return a;
#undef TELL
}

#define LEVEL 2

#if !(LEVEL > 2) && (LEVEL > 1)
struct levels_cs {  /* m, in.c:160-162 */
	int a;      /* in */
};

static int levels_cs(void *ctx)
{
	struct levels_cs *cs = ctx;
	int a = cs->a;

	count += a;
	return 0;
}
#endif

/* the section stands behind an #elif */
int levels(int a)
{
#if LEVEL > 2
	a++;
#elif LEVEL > 1
	struct levels_cs cs = { .a = a };
	rcl_exec_anon(&m, levels_cs, &cs, sizeof(cs));
#endif
	return a;
}

/* waits for members of what the section has by reference */
struct job {
	rcl_cond_t done;
	int state;
};

static struct job *pending;
static rcl_cond_t conditions[2] = { RCL_COND_INITIALIZER, RCL_COND_INITIALIZER };

static void conditions_of(rcl_cond_t **of)
{
	*of = conditions;
}

struct waiting_cs {             /* m, in.c:188-196 */
	int a;                  /* in */
	struct job *own;        /* by reference */
	struct timespec *past;  /* by reference */
	rcl_cond_t **of;        /* by reference */
	int at;                 /* where it goes on */
};

static int waiting_cs(void *ctx)
{
	struct waiting_cs *cs = ctx;
	int a = cs->a;
	struct job *own = cs->own;
	struct timespec *past = cs->past;
	rcl_cond_t **of = cs->of;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;
	if (cs->at == 3)
		goto at_3;

	pending = own;
	cs->at = 1;
	return rcl_timedwait(&own->done, &m, past);
	at_1:
	count += pending->state;
	cs->at = 2;
	return rcl_timedwait(&(*of)[a & 1], &m, past);
	at_2:
	pending = NULL;
	while (own->state++ < a + 2) {
		cs->at = 3;
		return rcl_timedwait(&changed, &m, past);
		at_3: ;
	}
	return 0;
}

int waiting(int a)
{
	struct job own = { RCL_COND_INITIALIZER, a };
	struct timespec past = { 0, 0 };
	rcl_cond_t *of;

	conditions_of(&of);
	struct waiting_cs cs = { .a = a, .own = &own, .past = &past, .of = &of, .at = 0 };
	rcl_exec_waiting(&m, waiting_cs, &cs, sizeof(cs));
	return own.state;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 50; i++)
		sum += truth(i % 3) + pointed(i) + pointers(i) + branches(i % 2) + failing(i) + boxed(i) + own_macro(i) + levels(i) + waiting(i);
	printf("%d %d %d\n", sum, count, other);
	return 0;
}
