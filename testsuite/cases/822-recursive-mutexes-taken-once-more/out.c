#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t m = RCL_RECURSIVE_MUTEX_INITIALIZER(m);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static rcl_mutex_t strict = RCL_ERRORCHECK_MUTEX_INITIALIZER(strict);
static rcl_cond_t cond = RCL_COND_INITIALIZER;
static int sum;

static int add(int n)
{
	sum += n;
	return sum;
}

struct handed_m_1_cs {  /* m, in.c:23-24 */
	int n;          /* in */
};

static int handed_m_1_cs(void *ctx)
{
	struct handed_m_1_cs *cs = ctx;
	int n = cs->n;
	int rv;

	rv = 0;
	add(rv + n);
	return RCL_KEEP;
}

struct handed_m_2_cs {  /* m, in.c:26-27 */
	int n;          /* in */
};

static int handed_m_2_cs(void *ctx)
{
	struct handed_m_2_cs *cs = ctx;
	int n = cs->n;
	int rv;

	rv = 0;
	add(rv + 2 * n);
	return RCL_KEEP;
}

struct handed_m_3_cs {  /* m, in.c:29-32 */
	int n;          /* in */
};

static int handed_m_3_cs(void *ctx)
{
	struct handed_m_3_cs *cs = ctx;
	int n = cs->n;
	int rv;

	rv = 0;
	add(rv + 3 * n);
	return 0;
}

/* Taken three times in a row, to be given back twice: the caller has it then. */
static int handed(int n)
{
	struct handed_m_1_cs cs = { .n = n };
	rcl_exec_anon(&m, handed_m_1_cs, &cs, sizeof(cs));

	struct handed_m_2_cs m_2_cs = { .n = n };
	rcl_exec_anon(&m, handed_m_2_cs, &m_2_cs, sizeof(m_2_cs));

	struct handed_m_3_cs m_3_cs = { .n = n };
	rcl_exec_anon(&m, handed_m_3_cs, &m_3_cs, sizeof(m_3_cs));
	add(4 * n);
	rcl_unlock(&m);
	return sum;
}

struct within_m_1_cs {  /* m, in.c:40-41 */
	int n;          /* in */
};

static int within_m_1_cs(void *ctx)
{
	struct within_m_1_cs *cs = ctx;
	int n = cs->n;

	add(n);
	return RCL_KEEP;
}

struct within_m_2_cs {  /* m, in.c:43-45 */
	int n;          /* in */
};

static int within_m_2_cs(void *ctx)
{
	struct within_m_2_cs *cs = ctx;
	int n = cs->n;

	add(2 * n);
	return 0;
}

static int within(int n)
{
	struct within_m_1_cs cs = { .n = n };
	rcl_exec_anon(&m, within_m_1_cs, &cs, sizeof(cs));
	{
		struct within_m_2_cs m_2_cs = { .n = n };
		rcl_exec_anon(&m, within_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	}
	add(3 * n);
	rcl_unlock(&m);
	return sum;
}

struct left_m_1_cs {  /* m, in.c:55-56 */
	int n;        /* in */
};

static int left_m_1_cs(void *ctx)
{
	struct left_m_1_cs *cs = ctx;
	int n = cs->n;

	add(n);
	return RCL_KEEP;
}

struct left_m_2_cs {  /* m, in.c:57-68 */
	int n;        /* in */
};

static int left_m_2_cs(void *ctx)
{
	struct left_m_2_cs *cs = ctx;
	int n = cs->n;

	if (add(2 * n) % 2) {
		return 1;
	}
	if (n == 3)
		return RCL_KEEP | 2;
	return 0;
}

/* Left with the mutex taken twice, once, or not at all. */
static int left(int n)
{
	struct left_m_1_cs cs = { .n = n };
	rcl_exec_anon(&m, left_m_1_cs, &cs, sizeof(cs));
	struct left_m_2_cs m_2_cs = { .n = n };
	switch (rcl_exec_anon(&m, left_m_2_cs, &m_2_cs, sizeof(m_2_cs))) {
	case 1:
		rcl_unlock(&m);
		return -1;
	case 2:
		goto out;
	}
	add(5);
out:
	rcl_unlock(&m);
	return sum;
}

struct between_m_cs {  /* m, in.c:78-79 */
	int n;         /* in */
};

static int between_m_cs(void *ctx)
{
	struct between_m_cs *cs = ctx;
	int n = cs->n;

	add(2 * n);
	return RCL_KEEP;
}

struct between_other_cs {  /* other, in.c:76-80 */
	int n;             /* in */
};

static int between_other_cs(void *ctx)
{
	struct between_other_cs *cs = ctx;
	int n = cs->n;

	add(n);
	struct between_m_cs m_cs = { .n = n };
	rcl_exec_anon(&m, between_m_cs, &m_cs, sizeof(m_cs));
	return 0;
}

static int between(int n)
{
	rcl_lock(&m);
	add(7);
	struct between_other_cs cs = { .n = n };
	rcl_exec(&other, between_other_cs, &cs, sizeof(cs));
	add(3 * n);
	rcl_unlock(&m);
	rcl_unlock(&m);
	return sum;
}

struct if_asked_m_1_cs {  /* m, in.c:89-91 */
	int n;            /* in */
};

static int if_asked_m_1_cs(void *ctx)
{
	struct if_asked_m_1_cs *cs = ctx;
	int n = cs->n;

	add(n);
	return RCL_KEEP;
}

struct if_asked_m_2_cs {  /* m, in.c:92-94 */
	int n;            /* in */
};

static int if_asked_m_2_cs(void *ctx)
{
	struct if_asked_m_2_cs *cs = ctx;
	int n = cs->n;

	add(2 * n);
	return 0;
}

static int if_asked(int n, int asked)
{
	struct if_asked_m_1_cs cs = { .n = n };
	if (asked)
		rcl_exec_anon(&m, if_asked_m_1_cs, &cs, sizeof(cs));
	else
		if_asked_m_1_cs(&cs);
	struct if_asked_m_2_cs m_2_cs = { .n = n };
	rcl_exec_anon(&m, if_asked_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	add(3 * n);
	if (asked)
		rcl_unlock(&m);
	return sum;
}

struct rounds_cs {  /* m, in.c:104-105 */
	int n;      /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	int n = cs->n;

	add(n);
	return RCL_KEEP;
}

/* In the first round it is taken once more, in the others for the first time: that stays. */
static int rounds(int n)
{
	struct rounds_cs cs = { .n = n };
	rcl_exec_anon(&m, rounds_cs, &cs, sizeof(cs));
	for (int i = 0; i < n; i++) {
		rcl_lock(&m);
		add(i);
		if (i == 1)
			rcl_unlock(&m);
		rcl_unlock(&m);
		add(1);
		if (i >= 1)
			return -sum;
	}
	rcl_unlock(&m);
	return sum;
}

struct waits_m_1_cs {  /* m, in.c:126-127 */
	int n;         /* in */
};

static int waits_m_1_cs(void *ctx)
{
	struct waits_m_1_cs *cs = ctx;
	int n = cs->n;

	add(n);
	return RCL_KEEP;
}

struct waits_m_2_cs {            /* m, in.c:128-133 */
	int n;                   /* in */
	struct timespec *until;  /* by reference */
	int at;                  /* where it goes on */
};

static int waits_m_2_cs(void *ctx)
{
	struct waits_m_2_cs *cs = ctx;
	int n = cs->n;
	struct timespec *until = cs->until;
	int rv;

	if (cs->at == 1)
		goto at_1;

	add(n);
	clock_gettime(CLOCK_REALTIME, until);
	cs->at = 1;
	return rcl_timedwait(&cond, &m, until);
	at_1:
	rv = rcl_waited();
	add(rv != 0);
	return 0;
}

/* It waits for what nobody gives it meanwhile: it has the mutex further out. */
static int waits(int n)
{
	struct timespec until;

	struct waits_m_1_cs cs = { .n = n };
	rcl_exec_anon(&m, waits_m_1_cs, &cs, sizeof(cs));
	struct waits_m_2_cs m_2_cs = { .n = n, .until = &until, .at = 0 };
	rcl_exec_waiting(&m, waits_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	rcl_unlock(&m);
	return sum;
}

struct refused_cs {  /* strict, in.c:141-142 */
	int n;       /* in */
};

static int refused_cs(void *ctx)
{
	struct refused_cs *cs = ctx;
	int n = cs->n;

	add(n);
	return RCL_KEEP;
}

/* That fails, and nobody asks. */
static int refused(int n)
{
	struct refused_cs cs = { .n = n };
	rcl_exec_anon(&strict, refused_cs, &cs, sizeof(cs));
	rcl_lock(&strict);
	add(2 * n);
	rcl_unlock(&strict);
	return sum;
}

static void *look(void *arg)
{
	int held = rcl_trylock(&m);

	if (held == 0)
		rcl_unlock(&m);
	return held ? arg : NULL;
}

/* Has this thread the mutex, as others see it? */
static int held(void)
{
	pthread_t thread;
	void *found;

	pthread_create(&thread, NULL, look, &sum);
	pthread_join(thread, &found);
	return found != NULL;
}

int main(void)
{
	for (int i = 0; i < 6; i++) {
		printf("%d", handed(i));
		printf(" %d", held());
		rcl_unlock(&m);
		printf(" %d, %d", held(), within(i));
		printf(" %d, %d", held(), left(i));
		printf(" %d", held());
		if (held())
			rcl_unlock(&m);
		printf(" %d, %d", held(), between(i));
		printf(" %d, %d", held(), if_asked(i, i & 1));
		printf(" %d, %d", held(), rounds(i));
		printf(" %d, %d", held(), waits(i));
		printf(" %d, %d\n", held(), refused(i));
	}
	return 0;
}
