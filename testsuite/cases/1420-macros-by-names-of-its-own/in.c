#include <pthread.h>
#include <stdio.h>

/* What a section's function and its client would be called by. */
#define ctx NULL
#define cs 0x2e
#define way 1
#define at 1000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int total = cs;

#define ADD(n) \
	do { \
		pthread_mutex_lock(&lock); \
		total += (n); \
		pthread_mutex_unlock(&lock); \
	} while (0)

static int take(int n)
{
	pthread_mutex_lock(&lock);
	if (total < n) {
		pthread_mutex_unlock(&lock);
		printf("%d is too much\n", n);
		return -1;
	}
	total -= n;
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
}

static void *await(void *arg)
{
	pthread_mutex_lock(&lock);
	while (total < at) {
		total++;
		pthread_cond_wait(&changed, &lock);
		total--;
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

static void reset(void)
{
	pthread_mutex_lock(&lock);
	total = 0;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t thread;
	int n = at;

	printf("%d %d\n", take(way), take(at));
	pthread_create(&thread, ctx, await, NULL);
	ADD(n);
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	printf("%d\n", take(0));
	reset();
	printf("%d\n", total);
	return 0;
}
