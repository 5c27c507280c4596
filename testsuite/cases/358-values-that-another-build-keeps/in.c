/* Here every #ifdef is built; where one is not, its variables have the values from before. */
#include <pthread.h>
#include <stdio.h>

#define HAVE_STEP 1
#define HAVE_COUNT 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps, failed;

static int step(void)
{
	return ++steps % 2;
}

/* Read inside alone. */
static int inside(void)
{
	int status = 0;

	pthread_mutex_lock(&lock);
#ifdef HAVE_STEP
	status = step();
#endif
	if (status)
		failed++;
	pthread_mutex_unlock(&lock);
	return failed;
}

/* Read behind it. */
static int behind(int wanted)
{
	int status = wanted;

	pthread_mutex_lock(&lock);
	steps++;
#ifdef HAVE_STEP
	status = step();
#else
	steps += status;
#endif
	pthread_mutex_unlock(&lock);
	return status;
}

/* What stands between two of them is in every build, and what has no value before needs none. */
static int between(int n)
{
	int had = n, counted, status = 0;

	pthread_mutex_lock(&lock);
#ifdef HAVE_COUNT
	counted = steps;
#else
	counted = 0;
#endif
	had = steps;
#if defined(HAVE_STEP)
#ifdef HAVE_COUNT
	status = counted;
#endif
	if (status < 2)
		status = step();
#endif
	pthread_mutex_unlock(&lock);
	return had + counted + status;
}

int main(void)
{
	printf("%d\n", inside());
	printf("%d\n", inside());
	printf("%d\n", behind(5));
	printf("%d\n", between(7));
	printf("%d %d\n", steps, failed);
	return 0;
}
