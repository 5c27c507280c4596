#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses, others;

static void hit(void)
{
	pthread_mutex_lock(&lock);	/* rcl: keep -- short, and hot in this thread's cache */
	hits++;
	pthread_mutex_unlock(&lock);
}

static void miss(void)
{
	// rcl: keep -- walks a long list
	pthread_mutex_lock(&lock);
	misses++;
	pthread_mutex_unlock(&lock);
}

static void other(void)
{
	pthread_mutex_lock(&lock);	/* rcl: keep */
	others++;
	pthread_mutex_unlock(&lock);
}

/* Not about this section: rcl: keep -- something else. */
static int sum(void)
{
	int n;	/* rcl: keep -- not alone on its line */
	pthread_mutex_lock(&lock);
	n = hits + misses + others;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	hit();
	miss();
	other();
	printf("%d\n", sum());
	return 0;
}
