/* Lock calls whose results are only checked by an expression: what it does where a call fails goes with the call. Not
 * where it does something where the call succeeds, or gives a value. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, locked;

static int die(void)
{
	abort();
}

static int or(int n)
{
	pthread_mutex_lock(&lock) == 0 || die();
	total += n;
	pthread_mutex_unlock(&lock) == 0 || (abort(), 0);
	return n;
}

static int and(int n)
{
	pthread_mutex_lock(&lock) && die();
	total += n;
	if (total > 100) {
		pthread_mutex_unlock(&lock) && die();
		return -1;
	}
	(void)(pthread_mutex_unlock(&lock) && die());
	return n;
}

static int asked(int n)
{
	pthread_mutex_lock(&lock) == 0 ? (void)0 : abort();
	total += n;
	pthread_mutex_unlock(&lock) ? abort() : (void)0;
	return n;
}

static int counted(int n)
{
	pthread_mutex_lock(&lock) || locked++;
	total += n;
	pthread_mutex_unlock(&lock) ? abort() : (void)locked--;
	return n;
}

static int valued(int n)
{
	int done = ({
		pthread_mutex_lock(&lock);
		total += n;
		pthread_mutex_unlock(&lock) || die();
	});

	return done + n;
}

static int compared(int n)
{
	int done = ({
		pthread_mutex_lock(&lock);
		total += n;
		pthread_mutex_unlock(&lock) == 0;
	});

	return done + n;
}

int main(void)
{
	printf("%d %d %d\n", or(1), and(2), and(200));
	printf("%d\n", asked(3));
	(void)counted;
	(void)valued;
	printf("%d %d %d\n", compared(4), total, locked);
	return 0;
}
