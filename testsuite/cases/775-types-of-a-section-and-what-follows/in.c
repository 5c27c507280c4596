/* What a section declares, and what follows it names, may have another meaning outside. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
typedef char own_t;
enum { FEW = 2 };
struct tag { char c; };

static long f(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	typedef long own_t;
	sum += sizeof(own_t);
	pthread_mutex_unlock(&lock);
	own_t own = (own_t)(n + 300);
	return n + own;
}

static long g(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	enum { FEW = 5 };
	sum += FEW;
	pthread_mutex_unlock(&lock);
	return n + FEW;
}

static long h(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	struct tag { long c; };
	sum += 1;
	pthread_mutex_unlock(&lock);
	return n + (long)sizeof(struct tag);
}

static long left(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	if (sum > 2) {
		enum { FEW = 7, MORE };
		sum += MORE;
		pthread_mutex_unlock(&lock);
		return n + FEW;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

static long inside(long n)
{
	pthread_mutex_lock(&lock);
	enum { SOME = 7 };
	typedef long own_t;
	own_t own = SOME;
	sum += own + n;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld %ld %ld %ld %ld\n", f(n), g(n), h(n), left(n), inside(n), sum);
	return 0;
}
