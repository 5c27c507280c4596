/* The section's lock is kept where its block ends, and the brace of that is a macro's: what follows is not in it. */
#include <pthread.h>

#define LOCK_OPEN(m) { pthread_mutex_lock(m);
#define UNLOCK_CLOSE(m) pthread_mutex_unlock(m); }

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static long total;

static long add(long n, pthread_mutex_t *taken)
{
	if (n > 0) {
		LOCK_OPEN(&outer)
		pthread_mutex_lock(&inner);
		total += n;
		n = total;
		UNLOCK_CLOSE(&outer)
		n -= 2;
		pthread_mutex_unlock(taken);
	}
	return n;
}

int main(void)
{
	return add(3, &inner) != 1;
}
