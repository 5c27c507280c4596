#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct thread {
	int resumed;
};

static pthread_mutex_t tasks = PTHREAD_MUTEX_INITIALIZER, threads = PTHREAD_MUTEX_INITIALIZER;
static struct thread idle;
static int notified, closed;

static bool unassign(int n, struct thread **next)
{
	*next = n > 2 ? &idle : NULL;
	return n & 1;
}

/* Another variable has the name from its declaration on, which the branch does not get to. */
static void process(int n)
{
	bool notify = false;

	pthread_mutex_lock(&tasks);
	if (n > 5) {
		closed++;
		pthread_mutex_unlock(&tasks);
		pthread_mutex_lock(&threads);
		struct thread *next;
		notify = unassign(n, &next);
		pthread_mutex_unlock(&threads);
		if (notify)
			notified++;
		if (next)
			next->resumed++;
		return;
	}
	notify = n == 4;
	pthread_mutex_unlock(&tasks);

	pthread_mutex_lock(&threads);
	struct thread *next;
	if (unassign(n, &next))
		notify = true;
	pthread_mutex_unlock(&threads);
	if (notify)
		notified++;
	if (next)
		next->resumed++;
}

int main(void)
{
	for (int n = 0; n < 9; n++)
		process(n);
	printf("%d %d %d\n", notified, idle.resumed, closed);
	return 0;
}
