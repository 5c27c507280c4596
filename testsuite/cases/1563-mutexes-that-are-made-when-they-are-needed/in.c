/* Mutexes that come to be when somebody needs them: pointers to them are set and read in one step. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t *_Atomic first;
static pthread_mutex_t *second;
static _Atomic(void *) third;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *current = &one;
static int total, sum, seen, moves;

static pthread_mutex_t *made(void)
{
	pthread_mutex_t *m = malloc(sizeof(*m));

	if (m == NULL)
		abort();
	pthread_mutex_init(m, NULL);
	return m;
}

static pthread_mutex_t *of_first(void)
{
	pthread_mutex_t *m = atomic_load(&first), *none = NULL;

	if (m == NULL) {
		m = made();
		if (!atomic_compare_exchange_strong(&first, &none, m)) {
			pthread_mutex_destroy(m);
			free(m);
			return none;
		}
	}
	return m;
}

static pthread_mutex_t *of_second(void)
{
	pthread_mutex_t *m = __atomic_load_n(&second, __ATOMIC_ACQUIRE);

	if (m == NULL) {
		m = made();
		if (!__sync_bool_compare_and_swap(&second, NULL, m)) {
			pthread_mutex_destroy(m);
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
			pthread_mutex_destroy(m);
			free(m);
			m = atomic_load(&third);
		}
	}
	return m;
}

static void add(int n)
{
	pthread_mutex_t *m = of_first();

	pthread_mutex_lock(m);
	total += n;
	pthread_mutex_unlock(m);
}

static void count(void)
{
	pthread_mutex_lock(of_second());
	sum++;
	pthread_mutex_unlock(of_second());
}

static void see(void)
{
	void *m = of_third();

	pthread_mutex_lock(m);
	seen++;
	pthread_mutex_unlock(m);
}

static int other(int n)
{
	pthread_mutex_t *before = __atomic_exchange_n(&current, n & 1 ? &one : &two, __ATOMIC_SEQ_CST);

	pthread_mutex_lock(before);
	moves = n;
	pthread_mutex_unlock(before);
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
