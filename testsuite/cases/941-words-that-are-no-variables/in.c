/* A member behind an arrow with blanks, and a character, that are called like a variable are none. */
#include <pthread.h>
#include <stdio.h>

struct list {
	int shared;
	int quiet;
	pthread_mutex_t lock;
	pthread_cond_t ready;
	long n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t letters[3] = { [0 ... 2] = PTHREAD_MUTEX_INITIALIZER };
static char mode = 'q';
static long count;

static void list_lock(struct list *list, int shared)
{
	if (list -> shared)
		pthread_mutex_lock(&list->lock);
	(void)shared;
}

static void list_unlock(struct list *list, int shared)
{
	if (list -> shared)
		pthread_mutex_unlock(&list->lock);
	(void)shared;
}

static long add(struct list *list, int quiet)
{
	list_lock(list, quiet);
	list->n += 2;
	list_unlock(list, quiet);
	return quiet;
}

static void twice(long *value)
{
	*value *= 2;
}

static long letter(long q)
{
	pthread_mutex_lock(&m);
	twice(&q);
	pthread_mutex_lock(&letters['q' - 'p']);
	count += q;
	pthread_mutex_unlock(&letters['q' - 'p']);
	if (mode == 'q')
		pthread_mutex_lock(&letters[0]);
	count++;
	if (mode == 'q')
		pthread_mutex_unlock(&letters[0]);
	pthread_mutex_unlock(&m);
	return q;
}

static long wait_for(struct list *list, long ready)
{
	pthread_mutex_lock(&list->lock);
	twice(&ready);
	while (list->n < 0)
		pthread_cond_wait(& list -> ready, &list->lock);
	list->n += ready;
	pthread_mutex_unlock(&list->lock);
	return ready;
}

int main(void)
{
	struct list list = { 1, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
	long sum = add(&list, 0) + letter(3) + wait_for(&list, 4);

	printf("%ld %ld %ld\n", sum, count, list.n);
	return 0;
}
