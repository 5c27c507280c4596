/* What a section keeps while the lock is given back is named like a variable of what follows the section. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct job *head;
static int done, failed;

static int work(struct job *j)
{
	return j->n < 0 ? -1 : 0;
}

static int serve(void)
{
	struct job *j;

	pthread_mutex_lock(&m);
	while (head) {
		int n = head->n;

		j = head;
		head = j->next;
		pthread_mutex_unlock(&m);

		if (work(j) < 0)
			goto err;
		free(j);

		pthread_mutex_lock(&m);
		done += n;
	}
	pthread_mutex_unlock(&m);
	return 0;

err:
	pthread_mutex_lock(&m);
	int n = j->n;
	failed += n;
	pthread_mutex_unlock(&m);
	return n;
}

static void add(int n)
{
	struct job *j = malloc(sizeof(*j));

	j->n = n;
	pthread_mutex_lock(&m);
	j->next = head;
	head = j;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	int left;

	add(-1);
	add(2);
	add(3);
	left = serve();
	printf("%d %d %d\n", left, done, failed);
	return 0;
}
