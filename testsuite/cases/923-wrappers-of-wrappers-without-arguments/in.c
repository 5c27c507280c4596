/* Lock functions without arguments that call others: what they name is the mutex of the innermost one. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

static int take(void)
{
	return pthread_mutex_lock(&lock);
}

static int attempt(void)
{
	return pthread_mutex_trylock(&lock);
}

static int enter(void)
{
	return take();
}

static int begin(void)
{
	return enter();
}

static int enter_at_once(void)
{
	return attempt();
}

static void leave(void)
{
	pthread_mutex_unlock(&lock);
}

static long add(long n)
{
	begin();
	count += n;
	leave();
	return n;
}

static int add_at_once(long n)
{
	if (enter_at_once() == 0) {
		count += n;
		leave();
		return 0;
	}
	return 1;
}

int main(void)
{
	printf("%ld %d\n", add(3), add_at_once(4));
	printf("%ld\n", count);
	return 0;
}
