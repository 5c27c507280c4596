/* What macros of the tree say of the function that they stand in is the original function's name. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

#define LOG(format, ...) printf("%s: " format "\n", __func__, __VA_ARGS__)
#define HERE __FUNCTION__
#define TRACE() puts(HERE)

static int add(int n)
{
	pthread_mutex_lock(&lock);
	assert(n > 0);
	count += n;
	LOG("%d", count);
	pthread_mutex_unlock(&lock);
	return count;
}

/* By two names, and by itself. */
static int traced(int n)
{
	pthread_mutex_lock(&lock);
	TRACE();
	count += n;
	LOG("%d in %s", count, __func__);
	pthread_mutex_unlock(&lock);
	return count;
}

/* Only behind the section. */
static int behind(int n)
{
	pthread_mutex_lock(&lock);
	if (count > n) {
		pthread_mutex_unlock(&lock);
		LOG("%d", n);
		return 0;
	}
	count += n;
	pthread_mutex_unlock(&lock);
	return count;
}

int main(void)
{
	return add(1) + traced(2) + behind(2) + behind(5) != 12;
}
