/* A lock call that a condition asks for, and whose result it tests. Not where the section needs the variable that keeps
 * the result, or changes what the lock is taken under and the result is asked for behind it; nor with an else, or of an
 * attempt. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct stack {
	int do_mutex;
	rcl_mutex_t *mutex;
	int n, sum;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

#define FAIL(code, text) do { fprintf(stderr, "%s\n", text); return code; } while (0)

struct push_cs {          /* s->mutex, in.c:21-25 */
	struct stack *s;  /* in */
	int n;            /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct stack *s = cs->s;
	int n = cs->n;

	s->sum += n;
	s->n++;
	return 0;
}

static int push(struct stack *s, int n)
{
	struct push_cs cs = { .s = s, .n = n };
	int way = s->do_mutex ? rcl_exec_anon(s->mutex, push_cs, &cs, sizeof(cs)) : push_cs(&cs);

	if (way < 0)
		FAIL(2, "lock");
	return 0;
}

struct pop_cs {           /* s->mutex, in.c:34-44 */
	struct stack *s;  /* in */
	int *n;           /* in */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct stack *s = cs->s;
	int *n = cs->n;
	int sum;

	if (s->n == 0) {
		return 1;
	}
	sum = s->sum;
	s->n--;
	*n = sum;
	return 0;
}

static int pop(struct stack *s, int *n)
{
	struct pop_cs cs = { .s = s, .n = n };
	int way = s->do_mutex ? rcl_exec_anon(s->mutex, pop_cs, &cs, sizeof(cs)) : pop_cs(&cs);

	if (way < 0)
		FAIL(2, "lock");
	if (way == 1)
		return 1;
	return 0;
}

#define THREADS 1

struct conditional_cs {   /* s->mutex, in.c:53-60 */
	struct stack *s;  /* in */
	int n;            /* in */
};

static int conditional_cs(void *ctx)
{
	struct conditional_cs *cs = ctx;
	struct stack *s = cs->s;
	int n = cs->n;

	s->sum += n;
	s->n++;
	return 0;
}

static int conditional(struct stack *s, int n)
{
	struct conditional_cs cs = { .s = s, .n = n };
#ifdef THREADS
	int way = s->do_mutex
			? rcl_exec_anon(s->mutex, conditional_cs, &cs, sizeof(cs))
			: conditional_cs(&cs);
	if (way < 0)
		return 2;
#else
	conditional_cs(&cs);
#endif
	return 0;
}

struct conditional_pop_cs {  /* s->mutex, in.c:70-85 */
	struct stack *s;     /* in */
	int *n;              /* in */
};

static int conditional_pop_cs(void *ctx)
{
	struct conditional_pop_cs *cs = ctx;
	struct stack *s = cs->s;
	int *n = cs->n;
	int sum;

	if (s->n == 0) {
		return 1;
	}
	sum = s->sum;
	s->n--;
	*n = sum;
	return 0;
}

static int conditional_pop(struct stack *s, int *n)
{
	int error;

	struct conditional_pop_cs cs = { .s = s, .n = n };
	int way;
#ifdef THREADS
	way = s->do_mutex
			? rcl_exec_anon(s->mutex, conditional_pop_cs, &cs, sizeof(cs))
			: conditional_pop_cs(&cs);
	if (s->do_mutex && (error = way < 0 ? -way : 0) != 0)
		return error;
#else
	way = conditional_pop_cs(&cs);
#endif
	if (way == 1)
		return 1;
	return 0;
}

static int closes(struct stack *s)
{
	int error = 1;

	if (s->do_mutex && (error = rcl_lock(s->mutex)) != 0)
		return error;
	s->sum = 0;
	if (s->n == 0) {
		s->do_mutex = 0;
		return error;
	}
	if (s->do_mutex)
		rcl_unlock(s->mutex);
	return 0;
}

struct both_cs {  /* lock, in.c:111-116 */
	int n;    /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int both(int threaded, int n)
{
	int status;

	struct both_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, both_cs, &cs, sizeof(cs)) : both_cs(&cs);

	if (threaded && (status = way < 0 ? -way : 0) != 0) {
		printf("no lock: %d\n", status);
		return status;
	}
	return 0;
}

struct asked_cs {  /* lock, in.c:127-131 */
	int n;     /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int asked(int threaded, int n)
{
	int error = 5;

	struct asked_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, asked_cs, &cs, sizeof(cs)) : asked_cs(&cs);

	if (threaded && (error = way < 0 ? -way : 0) != 0)
		return -1;
	return error;
}

static int inside(int threaded, int n)
{
	int error = 5;

	if (threaded && (error = rcl_lock(&lock)) != 0)
		return -1;
	total += n + error;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

struct given_cs {   /* lock, in.c:151-155 */
	int n;      /* in */
	int error;  /* out */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	int n = cs->n;
	int error;

	total += n;
	error = total;
	cs->error = error;
	return 0;
}

static int given(int threaded, int n)
{
	int error;

	struct given_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, given_cs, &cs, sizeof(cs)) : given_cs(&cs);

	if (threaded && (error = way < 0 ? -way : 0) != 0)
		return error;
	error = cs.error;
	return error;
}

struct other_cs {  /* lock, in.c:162-164 */
	int n;     /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int other(int threaded, int n)
{
	struct other_cs cs = { .n = n };
	int way = threaded > 1
			? rcl_exec_anon(&lock, other_cs, &cs, sizeof(cs))
			: other_cs(&cs) & ~RCL_KEEP;

	if (way < 0)
		return 1;
	if (threaded > 2)
		rcl_unlock(&lock);
	return 0;
}

struct turned_cs {     /* lock, in.c:172-175 */
	int threaded;  /* out */
	int n;         /* in */
};

static int turned_cs(void *ctx)
{
	struct turned_cs *cs = ctx;
	int threaded;
	int n = cs->n;

	total += n;
	threaded = n & 1;
	cs->threaded = threaded;
	return RCL_KEEP;
}

static int turned(int threaded, int n)
{
	struct turned_cs cs = { .n = n };
	int way = threaded
			? rcl_exec_anon(&lock, turned_cs, &cs, sizeof(cs))
			: turned_cs(&cs) & ~RCL_KEEP;

	if (way < 0)
		return 1;
	threaded = cs.threaded;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

static int either(int threaded, int n)
{
	if (threaded && rcl_lock(&lock) != 0)
		return 1;
	else
		total += n;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

struct says_cs {  /* lock, in.c:194-197 */
	int n;    /* in */
};

static int says_cs(void *ctx)
{
	struct says_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void says(int threaded, int n)
{
	struct says_cs cs = { .n = n };
	if (threaded)
		rcl_exec_anon(&lock, says_cs, &cs, sizeof(cs));
	else
		says_cs(&cs);
}

static int attempt(int threaded, int n)
{
	if (threaded && rcl_trylock(&lock) != 0)
		return 1;
	total += n;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

struct first_cs {  /* lock, in.c:213-217 */
	int n;     /* in */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int first(int threaded, int n)
{
	struct first_cs cs = { .n = n };
	int way = threaded && n > 1
			? rcl_exec_anon(&lock, first_cs, &cs, sizeof(cs))
			: first_cs(&cs);

	if (way < 0)
		return 1;
	return 0;
}

int main(void)
{
	rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
	struct stack s = { .do_mutex = 1, .mutex = &m }, t = { .do_mutex = 0 };
	int n = 0;

	push(&s, 3);
	push(&t, 4);
	printf("%d %d %d\n", pop(&s, &n), pop(&t, &n), pop(&t, &n));
	conditional(&s, 3);
	conditional(&t, 4);
	printf("%d %d %d\n", conditional_pop(&s, &n), conditional_pop(&t, &n), conditional_pop(&t, &n));
	printf("%d %d\n", both(0, 1), both(1, 2));
	printf("%d %d\n", asked(0, 1), asked(1, 2));
	printf("%d %d\n", inside(0, 1), inside(1, 2));
	printf("%d %d\n", given(0, 1), given(1, 2));
	printf("%d %d\n", other(0, 1), other(3, 2));
	printf("%d %d\n", turned(0, 2), turned(1, 1));
	printf("%d %d\n", either(0, 2), either(1, 1));
	says(0, 1);
	says(1, 1);
	printf("%d %d\n", attempt(0, 2), attempt(1, 1));
	printf("%d %d\n", first(0, 2), first(1, 1));
	printf("%d %d\n", closes(&t), closes(&s));
	printf("%d %d\n", total, n);
	return 0;
}
