/* A condition is signalled by another name of its symbol, which is an array's by its type: nothing is converted. */
#include <pthread.h>

pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
extern long raw[6] __asm__("changed");
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static int count;

int next(void)
{
	int n;

	pthread_mutex_lock(&door);
	while (count == 0)
		pthread_cond_wait(&changed, &door);
	n = count--;
	pthread_mutex_unlock(&door);
	return n;
}

void add(void)
{
	pthread_mutex_lock(&door);
	count++;
	pthread_mutex_unlock(&door);
	pthread_cond_signal((pthread_cond_t *)raw);
}
