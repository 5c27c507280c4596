#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* spatch takes neither macro for what it is, and must not expand the second because of the first. */
#define SYNCHRONIZED(m) \
	for (int once = (pthread_mutex_lock(m), 1); once; once = (pthread_mutex_unlock(m), 0))
#define CHECK(call) do { if ((call) != 0) abort(); } while (0)

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static pthread_mutex_t *mutex_of(int i)
{
	return i ? &b : &a;
}

static int step(int i)
{
	switch (i) {
	case 2:
		SYNCHRONIZED(&a) {
			n += 10;
		}
		break;
	default:
		SYNCHRONIZED(&a) {
			n++;
		}
	}
	CHECK(pthread_mutex_lock(mutex_of(i)));
	n *= 2;
	CHECK(pthread_mutex_unlock(mutex_of(i)));
	return n;
}

int main(void)
{
	printf("%d %d\n", step(1), step(2));
	return 0;
}
