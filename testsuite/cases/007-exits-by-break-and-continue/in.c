#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs = 9;

static int work(void)
{
	int done = 0;
	int job;

	for (;;) {
		pthread_mutex_lock(&lock);
		if (jobs == 0) {
			pthread_mutex_unlock(&lock);
			break;
		}
		job = jobs--;
		if (job % 2 == 0) {
			pthread_mutex_unlock(&lock);
			continue;
		}
		pthread_mutex_unlock(&lock);
		done += job;
	}
	return done;
}

int main(void)
{
	printf("%d\n", work());
	return 0;
}
