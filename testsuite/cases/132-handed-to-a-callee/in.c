#include <pthread.h>
#include <stdio.h>

struct task {
	pthread_mutex_t lock;
	int left, done, failed;
};

/* Takes over the lock that its caller holds. */
static void finish(struct task *t, int failed)
{
	t->done++;
	t->failed += failed;
	printf("finished %d\n", failed + pthread_mutex_unlock(&t->lock));
}

/* Takes it over unless there is nothing to start. */
static int start(struct task *t)
{
	if (t->left == 0)
		return 0;
	t->left--;
	finish(t, 0);
	return 1;
}

static void step(struct task *t, int by)
{
	int left;

	pthread_mutex_lock(&t->lock);
	if (t->left < by) {
		pthread_mutex_unlock(&t->lock);
		return;
	}
	t->left -= by;
	left = t->left;
	finish(t, 0);
	printf("%d left\n", left);
}

static int steps(struct task *t, int by, int bad)
{
	int last = 0;

	pthread_mutex_lock(&t->lock);
	if (bad) {
		t->left = 0;
	failed:
		last = t->left;
		finish(t, bad);
		return -last;
	}
	if (t->left < by) {
		bad = 2;
		goto failed;
	}
	t->left -= by;
	if (t->left == 0) {
		t->done += 10;
		finish(t, 0);
		return 0;
	}
	last = t->left;
	pthread_mutex_unlock(&t->lock);
	return last;
}

static void timer(struct task *t)
{
	pthread_mutex_lock(&t->lock);
	t->done += 100;
	if (!start(t)) {
		/* not taken over */
		pthread_mutex_unlock(&t->lock);
	}
}

/* A variable of the branch is the client's from there on; what follows hands the lock over, too. */
static int probe(struct task *t, int by)
{
	pthread_mutex_lock(&t->lock);
	if (t->left > by) {
		int failed = t->failed;

		t->left -= by;
		finish(t, failed);
		return failed;
	}
	t->done++;
	finish(t, 1);
	return 0;
}

/* Nothing to ship before the call. */
static void stop(struct task *t)
{
	pthread_mutex_lock(&t->lock);
	finish(t, 5);
}

static void until_done(struct task *t)
{
	pthread_mutex_lock(&t->lock);
	t->done++;
	while (t->left > 0) {
		t->left--;
		if (start(t))
			pthread_mutex_lock(&t->lock);
	}
	pthread_mutex_unlock(&t->lock);
}

/* Hands over its caller's lock, and keeps its own. */
static void merge(struct task *from, struct task *into)
{
	pthread_mutex_lock(&into->lock);
	into->left += from->left;
	finish(from, 0);
	pthread_mutex_unlock(&into->lock);
}

static void merged(struct task *t, struct task *into)
{
	pthread_mutex_lock(&t->lock);
	t->done++;
	merge(t, into);
	printf("merged\n");
}

/* Calls one that is back with all as it was. */
static void run(struct task *t)
{
	pthread_mutex_lock(&t->lock);
	t->left += 3;
	pthread_mutex_unlock(&t->lock);
	timer(t);
}

int main(void)
{
	struct task t = { .left = 12 }, other = { .left = 1 };

	pthread_mutex_init(&t.lock, NULL);
	pthread_mutex_init(&other.lock, NULL);
	step(&t, 2);
	step(&t, 20);
	printf("%d\n", steps(&t, 3, 0));
	printf("%d\n", steps(&t, 30, 0));
	printf("%d\n", steps(&t, 7, 0));
	printf("%d\n", steps(&t, 7, 1));
	timer(&t);
	run(&t);
	printf("%d %d\n", probe(&t, 1), probe(&t, 100));
	stop(&t);
	t.left = 3;
	until_done(&t);
	t.left = 4;
	merged(&t, &other);
	printf("%d\n", other.left);
	printf("%d %d %d\n", t.left, t.done, t.failed);
	return 0;
}
