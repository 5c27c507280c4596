#include <pthread.h>
#include <stdio.h>

struct job {
	struct job *next;
	int cost;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;
static int done, dropped, stopping;

static int work(struct job *job)
{
	return job->cost * 2;
}

/* Does all jobs, each without the lock. */
static int drain(int most)
{
	struct job *job;
	int n = 0, spent = 0;

	pthread_mutex_lock(&lock);
	while ((job = jobs) != NULL && n < most) {
		jobs = job->next;
		n++;
		pthread_mutex_unlock(&lock);
		/* takes its time */
		spent += work(job);
		pthread_mutex_lock(&lock);
		done++;
	}
	pthread_mutex_unlock(&lock);
	return n ? spent : -1;
}

/* Leaves in the middle, with the lock released there. */
static int drain_until(int limit)
{
	int spent = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		struct job *job = jobs;

		if (job == NULL)
			break;
		if (stopping) {
			pthread_mutex_unlock(&lock);
			return -spent;
		}
		jobs = job->next;
		pthread_mutex_unlock(&lock);
		spent += work(job);
		pthread_mutex_lock(&lock);
		if (spent > limit) {
			dropped += job->cost;
			stopping = 1;
		}
	}
	dropped++;
	pthread_mutex_unlock(&lock);
	return spent;
}

/* Twice in one round, and out of the first one. */
static int two_steps(struct job *job)
{
	int steps = 0, cost;

	pthread_mutex_lock(&lock);
	while (job != NULL) {
		cost = job->cost;
		if (cost > 1) {
			pthread_mutex_unlock(&lock);
			if (work(job) > 90)
				return steps;
			job->cost--;
			pthread_mutex_lock(&lock);
			steps++;
		}
		done++;
		pthread_mutex_unlock(&lock);
		job = job->next;
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return steps;
}

static void queue(struct job *all, int n)
{
	jobs = NULL;
	while (n-- > 0) {
		all[n].next = jobs;
		jobs = &all[n];
	}
}

int main(void)
{
	struct job all[] = { { NULL, 1 }, { NULL, 2 }, { NULL, 3 }, { NULL, 4 }, { NULL, 50 } };

	queue(all, 5);
	printf("%d", drain(3));
	printf(" %d", drain(9));
	printf(" %d, %d done\n", drain(9), done);
	queue(all, 5);
	printf("%d", drain_until(8));
	printf(" %d", drain_until(8));
	printf(" %d dropped\n", dropped);
	queue(all, 5);
	printf("%d", two_steps(jobs));
	printf(" %d\n", two_steps(&all[4]));
	return 0;
}
