#include <pthread.h>
#include <stdio.h>
#include <errno.h>
#include <time.h>

struct job {
	struct job *next;
	int cost;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static int spent, stopping;

static struct job *take(void)
{
	struct job *job;

	pthread_mutex_lock(&lock);
	while (jobs == NULL)
		pthread_cond_wait(&filled, &lock);
	job = jobs;
	jobs = job->next;
	pthread_mutex_unlock(&lock);
	return job;
}

static int take_some(int most)
{
	int n = 0;

	pthread_mutex_lock(&lock);
	while (n < most) {
		struct job *job;

		while (jobs == NULL && !stopping)
			pthread_cond_wait(&filled, &lock);
		if (stopping) {
			pthread_mutex_unlock(&lock);
			return -1;
		}
		job = jobs;
		jobs = job->next;
		spent += job->cost;
		n++;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

static int wait_in_vain(long ns)
{
	struct timespec until;
	int result = 0, error, rounds = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec = (until.tv_nsec + ns) % 1000000000;
	pthread_mutex_lock(&lock);
	while (jobs != NULL && result != ETIMEDOUT) {
		rounds++;
		result = pthread_cond_timedwait(&filled, &lock, &until);
	}
	if ((error = pthread_cond_timedwait(&filled, &lock, &until)) == ETIMEDOUT)
		spent++;
	pthread_mutex_unlock(&lock);
	return error == ETIMEDOUT || rounds;
}

static void *worker(void *arg)
{
	int *done = arg;

	pthread_mutex_lock(&lock);
	while (!stopping) {
		struct job *job = jobs;

		if (job == NULL) {
			pthread_cond_wait(&filled, &lock);
			continue;
		}
		jobs = job->next;
		pthread_mutex_unlock(&lock);
		*done += job->cost;
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void put(struct job *all, int n)
{
	while (n-- > 0) {
		pthread_mutex_lock(&lock);
		all[n].next = jobs;
		jobs = &all[n];
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
	}
}

static void *putter(void *arg)
{
	put(arg, 3);
	return NULL;
}

int main(void)
{
	struct job all[] = { { NULL, 1 }, { NULL, 2 }, { NULL, 3 } };
	pthread_t thread, other;
	int done = 0;

	pthread_create(&thread, NULL, putter, all);
	take();
	take();
	take();
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, putter, all);
	printf("%d", take_some(3));
	pthread_join(thread, NULL);
	printf(" %d", spent);
	printf(" %d", wait_in_vain(1000));
	pthread_create(&thread, NULL, worker, &done);
	pthread_create(&other, NULL, putter, all);
	pthread_join(other, NULL);
	for (;;) {
		pthread_mutex_lock(&lock);
		if (jobs == NULL)
			break;
		pthread_mutex_unlock(&lock);
	}
	stopping = 1;
	pthread_cond_broadcast(&filled);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	printf(" %d\n", done);
	return 0;
}
