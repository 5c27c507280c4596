/* How a thread rounds, and what it notes of its arithmetic, is its own: nobody else computes for it. */
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile double one = 1, three = 3, zero;
static volatile double ratio;
static int count;

static double third(void)
{
	return one / three;
}

static int whole(void)
{
	return (int)(one * three);
}

static void directly(void)
{
	pthread_mutex_lock(&lock);
	ratio = one / three;
	count++;
	pthread_mutex_unlock(&lock);
}

static void called(void)
{
	pthread_mutex_lock(&lock);
	count++;
	ratio = third();
	pthread_mutex_unlock(&lock);
}

static void called_first(void)
{
	pthread_mutex_lock(&lock);
	count += whole();
	pthread_mutex_unlock(&lock);
}

static int noted(void)
{
	feclearexcept(FE_ALL_EXCEPT);
	pthread_mutex_lock(&lock);
	ratio = one / zero;
	pthread_mutex_unlock(&lock);
	return fetestexcept(FE_DIVBYZERO) != 0;
}

static int counted(int by)
{
	int now;

	pthread_mutex_lock(&lock);
	count += by;
	now = count;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	double first;

	fesetround(FE_UPWARD);
	directly();
	first = ratio;
	fesetround(FE_DOWNWARD);
	called();
	called_first();
	printf("%d %d", first > ratio, noted());
	printf(" %d\n", counted(2));
	return 0;
}
