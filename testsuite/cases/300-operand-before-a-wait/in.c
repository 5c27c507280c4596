#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t said = PTHREAD_COND_INITIALIZER;
static int ready, found;

/* The operand before the wait is evaluated behind it: the section goes on with its value. */
static void *listen(void *to)
{
	pthread_mutex_lock(&lock);
	int own = *(int *)to;
	ready = 1;
	if (own + pthread_cond_wait(&said, &lock) == 7)
		found++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	int seven = 7, done = 0;
	pthread_t thread;

	pthread_create(&thread, NULL, listen, &seven);
	while (!done) {
		pthread_mutex_lock(&lock);
		done = ready;
		pthread_cond_broadcast(&said);
		pthread_mutex_unlock(&lock);
		usleep(1000);
	}
	pthread_join(thread, NULL);
	printf("%d\n", found);
	return 0;
}
