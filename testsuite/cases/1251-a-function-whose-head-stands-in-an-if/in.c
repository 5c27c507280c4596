/* Functions with a head in each branch of an #if: what is made of them stands before that. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct my_mutex other = { PTHREAD_MUTEX_INITIALIZER };
static int sum;

/* takes the lock */
#ifdef SHORT
void my_lock(struct my_mutex *l, short n)
#else
void my_lock(struct my_mutex *l, int n)
#endif
{
	pthread_mutex_lock(&l->m);
	(void)n;
}

void my_unlock(struct my_mutex *l)
{
	pthread_mutex_unlock(&l->m);
}

/* the thread */
#ifdef SHORT
static unsigned add(short n)
#elif defined(LONG)
static unsigned long add(unsigned long n)
#else
static unsigned add(unsigned n)
#endif
{
	pthread_mutex_lock(&lock);
	sum += n;
	pthread_mutex_unlock(&lock);
	return n;
}

#ifndef SHORT
static void add_twice(int n, int m)
#else
static void add_twice(short n, short m)
#endif
{
	my_lock(&other, n);
	sum += m;
	my_unlock(&other);
}

int main(void)
{
	add_twice(add(3), 4);
	printf("%d\n", sum);
	return 0;
}
