/* Mutexes that come to be when somebody needs them: pointers to them are set and read in one step. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t *_Atomic first;
static rcl_mutex_t *second;
static _Atomic(void *) third;
static rcl_mutex_t one = RCL_MUTEX_INITIALIZER(one), two = RCL_MUTEX_INITIALIZER(two);
static rcl_mutex_t *current = &one;
static int total, sum, seen, moves;

static rcl_mutex_t *made(void)
{
	rcl_mutex_t *m = malloc(sizeof(*m));

	if (m == NULL)
		abort();
	rcl_mutex_init(m, NULL, m);
	return m;
}

static rcl_mutex_t *of_first(void)
{
	rcl_mutex_t *m = atomic_load(&first), *none = NULL;

	if (m == NULL) {
		m = made();
		if (!atomic_compare_exchange_strong(&first, &none, m)) {
			rcl_mutex_destroy(m);
			free(m);
			return none;
		}
	}
	return m;
}

static rcl_mutex_t *of_second(void)
{
	rcl_mutex_t *m = __atomic_load_n(&second, __ATOMIC_ACQUIRE);

	if (m == NULL) {
		m = made();
		if (!__sync_bool_compare_and_swap(&second, NULL, m)) {
			rcl_mutex_destroy(m);
			free(m);
			return __atomic_load_n(&second, __ATOMIC_ACQUIRE);
		}
	}
	return m;
}

static void *of_third(void)
{
	void *m = atomic_load_explicit(&third, memory_order_acquire), *none = NULL;

	if (m == NULL) {
		m = made();
		if (!atomic_compare_exchange_strong_explicit(&third, &none, m, memory_order_acq_rel, memory_order_acquire)) {
			rcl_mutex_destroy(m);
			free(m);
			m = atomic_load(&third);
		}
	}
	return m;
}

struct add_cs {  /* m, in.c:73-75 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	rcl_mutex_t *m = of_first();

	struct add_cs cs = { .n = n };
	rcl_exec_anon(m, add_cs, &cs, sizeof(cs));
}

/* of_second(), in.c:80-81 */
static int count_cs(void *ctx)
{
	sum++;
	return RCL_KEEP;
}

static void count(void)
{
	rcl_exec_anon(of_second(), count_cs, NULL, 0);
	rcl_unlock(of_second());
}

/* m, in.c:89-91 */
static int see_cs(void *ctx)
{
	seen++;
	return 0;
}

static void see(void)
{
	void *m = of_third();

	rcl_exec_anon(m, see_cs, NULL, 0);
}

struct other_cs {  /* before, in.c:98-100 */
	int n;     /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	int n = cs->n;

	moves = n;
	return 0;
}

static int other(int n)
{
	rcl_mutex_t *before = __atomic_exchange_n(&current, n & 1 ? &one : &two, __ATOMIC_SEQ_CST);

	struct other_cs cs = { .n = n };
	rcl_exec_anon(before, other_cs, &cs, sizeof(cs));
	return before == &two;
}

static void *work(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < 1000; i++) {
		add(i & 3);
		count();
		see();
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", total, sum, seen);
	printf("%d %d %d %d\n", other(2), other(1), other(1), moves);
	return 0;
}
