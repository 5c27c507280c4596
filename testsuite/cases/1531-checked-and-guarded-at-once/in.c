/* A lock call that a condition asks for, and whose result it tests. Not where the section needs the variable that keeps
 * the result, or changes what the lock is taken under and the result is asked for behind it; nor with an else, or of an
 * attempt. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct stack {
	int do_mutex;
	pthread_mutex_t *mutex;
	int n, sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

#define FAIL(code, text) do { fprintf(stderr, "%s\n", text); return code; } while (0)

static int push(struct stack *s, int n)
{
	if (s->do_mutex && pthread_mutex_lock(s->mutex) != 0)
		FAIL(2, "lock");
	s->sum += n;
	s->n++;
	if (s->do_mutex && pthread_mutex_unlock(s->mutex) != 0)
		FAIL(2, "unlock");
	return 0;
}

static int pop(struct stack *s, int *n)
{
	int sum = 0;

	if (s->do_mutex && pthread_mutex_lock(s->mutex) != 0)
		FAIL(2, "lock");
	if (s->n == 0) {
		if (s->do_mutex && pthread_mutex_unlock(s->mutex) != 0)
			FAIL(3, "unlock");
		return 1;
	}
	sum = s->sum;
	s->n--;
	*n = sum;
	if (s->do_mutex && pthread_mutex_unlock(s->mutex))
		FAIL(2, "unlock");
	return 0;
}

#define THREADS 1

static int conditional(struct stack *s, int n)
{
#ifdef THREADS
	if (s->do_mutex && pthread_mutex_lock(s->mutex) != 0)
		return 2;
#endif
	s->sum += n;
	s->n++;
#ifdef THREADS
	if (s->do_mutex && pthread_mutex_unlock(s->mutex) != 0)
		return 3;
#endif
	return 0;
}

static int conditional_pop(struct stack *s, int *n)
{
	int sum = 0, error;

#ifdef THREADS
	if (s->do_mutex && (error = pthread_mutex_lock(s->mutex)) != 0)
		return error;
#endif
	if (s->n == 0) {
#ifdef THREADS
		if (s->do_mutex && pthread_mutex_unlock(s->mutex) != 0)
			return 3;
#endif
		return 1;
	}
	sum = s->sum;
	s->n--;
	*n = sum;
#ifdef THREADS
	if (s->do_mutex && pthread_mutex_unlock(s->mutex))
		return 4;
#endif
	return 0;
}

static int closes(struct stack *s)
{
	int error = 1;

	if (s->do_mutex && (error = pthread_mutex_lock(s->mutex)) != 0)
		return error;
	s->sum = 0;
	if (s->n == 0) {
		s->do_mutex = 0;
		return error;
	}
	if (s->do_mutex)
		pthread_mutex_unlock(s->mutex);
	return 0;
}

static int both(int threaded, int n)
{
	int status;

	if (threaded && (status = pthread_mutex_lock(&lock)) != 0) {
		printf("no lock: %d\n", status);
		return status;
	}
	total += n;
	if (threaded && (status = pthread_mutex_unlock(&lock)) != 0) {
		printf("no unlock: %d\n", status);
		return status;
	}
	return 0;
}

static int asked(int threaded, int n)
{
	int error = 5;

	if (threaded && (error = pthread_mutex_lock(&lock)) != 0)
		return -1;
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return error;
}

static int inside(int threaded, int n)
{
	int error = 5;

	if (threaded && (error = pthread_mutex_lock(&lock)) != 0)
		return -1;
	total += n + error;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

static int given(int threaded, int n)
{
	int error;

	if (threaded && (error = pthread_mutex_lock(&lock)) != 0)
		return error;
	total += n;
	error = total;
	if (threaded && pthread_mutex_unlock(&lock) != 0)
		abort();
	return error;
}

static int other(int threaded, int n)
{
	if (threaded > 1 && pthread_mutex_lock(&lock) != 0)
		return 1;
	total += n;
	if (threaded > 2)
		pthread_mutex_unlock(&lock);
	return 0;
}

static int turned(int threaded, int n)
{
	if (threaded && pthread_mutex_lock(&lock) != 0)
		return 1;
	total += n;
	threaded = n & 1;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

static int either(int threaded, int n)
{
	if (threaded && pthread_mutex_lock(&lock) != 0)
		return 1;
	else
		total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

static void says(int threaded, int n)
{
	if (threaded && pthread_mutex_lock(&lock) != 0)
		fprintf(stderr, "no lock\n");
	total += n;
	if (threaded && pthread_mutex_unlock(&lock) != 0)
		fprintf(stderr, "no unlock\n");
}

static int attempt(int threaded, int n)
{
	if (threaded && pthread_mutex_trylock(&lock) != 0)
		return 1;
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

static int first(int threaded, int n)
{
	if (threaded && n > 1 && pthread_mutex_lock(&lock))
		return 1;
	total += n;
	if (threaded && n > 1)
		pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
