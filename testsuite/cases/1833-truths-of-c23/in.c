/* A standard for which libclang spells _Bool otherwise. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void lock_if(_Bool wanted)
{
	if (wanted)
		pthread_mutex_lock(&lock);
}

static void unlock_if(_Bool wanted)
{
	if (wanted)
		pthread_mutex_unlock(&lock);
}

static _Bool add(int n)
{
	_Bool odd = n & 1;
	_Bool more;

	pthread_mutex_lock(&lock);
	total += n;
	more = odd && total > n;
	odd ^= more;
	pthread_mutex_unlock(&lock);
	return odd;
}

static int take(int n)
{
	lock_if(n & 256);
	total -= n;
	n = total;
	unlock_if(n & 256);
	return n;
}

static int leave(int n)
{
	lock_if(n & 2);
	total -= n;
	unlock_if(n & 2);
	return n;
}

int main(void)
{
	int sum = add(1) + 2 * add(3);

	sum = 100 * sum + take(-256) + leave(3);
	printf("%d %d\n", sum, total);
	return 0;
}
