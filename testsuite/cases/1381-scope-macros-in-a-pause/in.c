/* A lock that is given back in the middle of a section, and taken again by a scope macro, which a jump leaves. */
#include <pthread.h>
#include <stdio.h>

#define LOCKED(m) for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, seen;

static int left_with_the_lock(int n)
{
	pthread_mutex_lock(&m);
	total += n;
	if (n > 2) {
		pthread_mutex_unlock(&m);
		n += printf("between\n");
		LOCKED(&m) {
			seen++;
			if (seen > 0)
				goto out;
		}
		return n;
	}
	total++;
out:
	total += n;
	pthread_mutex_unlock(&m);
	return n;
}

static int left_without_it(int n)
{
	pthread_mutex_lock(&m);
	total += n;
	if (n > 2) {
		pthread_mutex_unlock(&m);
		n += printf("between\n");
		LOCKED(&m) {
			seen++;
		}
		return n;
	}
	total++;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	int n = left_with_the_lock(1) + left_with_the_lock(3);

	n += left_without_it(1) + left_without_it(3);
	printf("%d %d %d\n", n, total, seen);
	return 0;
}
