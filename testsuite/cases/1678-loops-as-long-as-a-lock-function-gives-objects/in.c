/* Loops that go on as long as a lock function gives objects, which it takes the lock of in a branch, perhaps. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define MANY 6
struct job { struct job *next; int id, done; pthread_mutex_t lock; };
static struct job jobs[MANY], *queue;
static int total;
static struct job *next_job(void)
{
	struct job *j = queue;

	if (j != NULL) {
		queue = j->next;
		pthread_mutex_lock(&j->lock);
	}
	return j;
}

static struct job *job_take(void)
{
	struct job *j = queue;

	if (j == NULL)
		return NULL;
	queue = j->next;
	pthread_mutex_lock(&j->lock);
	return j;
}

static void job_put(struct job *j) { pthread_mutex_unlock(&j->lock); }

static void fill(void) { queue = NULL; for (int i = 0; i < MANY; i++) { jobs[i].next = queue; queue = &jobs[i]; } }

static int a(int k)
{
	struct job *j;
	int n = 0;

	while ((j = job_take()) != NULL) {
		j->done += k;
		if (j->done > 100) {
			job_put(j);
			continue;
		}
		if (j->id == 2) {
			job_put(j);
			break;
		}
		n += j->done;
		job_put(j);
	}
	return n;
}

static int b(int k)
{
	struct job *j;
	int n = 0;

	while ((j = job_take()) && j->id > 2) {
		j->done += k;
		n += j->done;
		job_put(j);
	}
	if (j)
		job_put(j);
	return n;
}

static int c(int k)
{
	struct job *j;

	while ((j = job_take()))
	{
		j->done += k;
		total += j->done;
		job_put(j);
	}
	return total;
}

static int d(int k)
{
	struct job *j;

	while ((j = next_job()) != NULL) {
		j->done += k;
		total += j->done;
		job_put(j);
	}
	return total;
}

static int e(int k)
{
	struct job *j;

	while ((j = job_take()) == NULL) {
		if (k == 0)
			return -1;
		k = 0;
		fill();
	}
	j->done += k;
	job_put(j);
	return k;
}

/* it may have another one by then, which the function asks for again */
static struct job *other_job(void)
{
	struct job *j = queue;

	if (j != NULL) {
		j = j->next;
		if (j != NULL)
			pthread_mutex_lock(&j->lock);
	}
	return j;
}

static int f(int k)
{
	struct job *j;

	fill();
	j = other_job();
	if (j == NULL)
		return -1;
	j->done += k;
	k = j->done;
	job_put(j);
	return k;
}

int main(void)
{
	int s = 0;

	for (int i = 0; i < MANY; i++) {
		pthread_mutex_init(&jobs[i].lock, NULL);
		jobs[i].id = i;
	}
	fill();
	s += a(2);
	fill();
	jobs[5].done = 99;
	s += a(3);
	fill();
	s += b(4);
	fill();
	s += c(5);
	fill();
	s += d(6) + e(7) + c(1) + e(0) + f(8);
	printf("%d %d\n", s, total);
	return 0;
}
