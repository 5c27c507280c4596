/* A section waits in a loop that only another thread ends, whatever it calls there that does not: none may run it for
   others, for it may be the one that ends it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int state, turns;
static int asked, sum;

static void relax(void)
{
	asked++;
}

static int is_free(void)
{
	return atomic_load(&state) != 1;
}

static int (*is_over)(void) = is_free;

static void finish(int n)
{
	pthread_mutex_lock(&lock);
	if (atomic_load(&state) == 1)
		while (atomic_load(&state) == 1)
			relax();
	sum += n;
	pthread_mutex_unlock(&lock);
}

static void finish_too(int n)
{
	pthread_mutex_lock(&lock);
	while (!is_over())
		;
	sum += n;
	pthread_mutex_unlock(&lock);
}

/* what it calls ends this one */
static void count(int n)
{
	pthread_mutex_lock(&lock);
	while (asked % 8 != n)
		relax();
	sum += n;
	pthread_mutex_unlock(&lock);
}

static void begin(void)
{
	pthread_mutex_lock(&lock);
	atomic_store(&state, 1);
	sum++;
	pthread_mutex_unlock(&lock);
	atomic_store(&state, 2);
}

static void *beside(void *unused)
{
	while (atomic_load(&turns) < 200) {
		finish(0);
		finish_too(0);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, beside, NULL);
	for (; turns < 200; turns++)
		begin();
	pthread_join(thread, NULL);
	finish(1);
	finish_too(2);
	count(3);
	printf("%d\n", sum);
	return 0;
}
