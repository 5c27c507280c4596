#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static const char *last;
static int count;

#define LOG(format, ...) printf(format "\n", __VA_ARGS__)
#define SHOW(what) printf("%s is %s\n", #what, what)

/* In a call, in a macro's argument, on a way out; not in "__func__". */
static int plain(int x)
{
	pthread_mutex_lock(&lock);
	last = __func__;	/* __func__ outlives its function */
	if (x > 2) {
		LOG("%s: %d", __FUNCTION__, x);
		pthread_mutex_unlock(&lock);
		printf("%s leaves\n", __func__);
		return 1;
	}
	count += x;
	printf("__func__ %s\n", __PRETTY_FUNCTION__);
	pthread_mutex_unlock(&lock);
	return 0;
}

/* Two sections, of which the inner one gets it from the outer one. */
static void nested(void)
{
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_lock(&log_lock);
	LOG("%s: %d", __func__, count);
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_unlock(&lock);
}

/* The name that it would have is another's. */
static int taken(int func)
{
	pthread_mutex_lock(&lock);
	count += func;
	LOG("%s: %d", __func__, func);
	pthread_mutex_unlock(&lock);
	return count;
}

/* Its client has it alone. */
static void released(void)
{
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
	LOG("%s: released", __func__);
	pthread_mutex_lock(&lock);
	while (count < 3) {
		count++;
		pthread_mutex_unlock(&lock);
		LOG("%s: meanwhile", __func__);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
}

/* Its size is asked for, or its address; a macro writes it out. */
static void bound(void)
{
	const char (*all)[6];

	pthread_mutex_lock(&lock);
	count += sizeof(__func__);
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	all = &__func__;
	count += sizeof(*all);
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	SHOW(__func__);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	printf("%d\n", plain(1));
	printf("%s\n", last);
	printf("%d\n", plain(3));
	nested();
	printf("%d\n", taken(2));
	released();
	count = 0;
	released();
	bound();
	printf("%d\n", count);
	return 0;
}
