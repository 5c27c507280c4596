/* Sections that are cut before or behind a scope macro and its block, which stay together. */
#include <pthread.h>
#include <stdio.h>

#define LOCKED(m) for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))
#define VAR(name) name##_var

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int count, seen, more;

static void set(int *n, int to)
{
	*n = to;
}

static int before(int n)
{
	int VAR(x) = n;

	pthread_mutex_lock(&m);
	count += n;
	LOCKED(&inner) {
		set(&VAR(x), count);
		seen++;
	}
	more += VAR(x);
	pthread_mutex_unlock(&m);
	return n;
}

static int at_its_end(int n)
{
	int VAR(x) = n;

	pthread_mutex_lock(&m);
	count += n;
	LOCKED(&inner) {
		seen++;
		if (seen & 1) {
			more++;
			set(&VAR(x), count);
		}
	}
	pthread_mutex_unlock(&m);
	return n;
}

static int behind(int n)
{
	int VAR(x) = n;

	pthread_mutex_lock(&m);
	LOCKED(&inner) {
		seen++;
	}
	set(&VAR(x), count);
	count++;
	pthread_mutex_unlock(&m);
	return n + VAR(x);
}

int main(void)
{
	printf("%d %d %d\n", before(2), at_its_end(3), behind(4));
	printf("%d %d %d\n", count, seen, more);
	return 0;
}
