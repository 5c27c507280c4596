/* Lock functions that report a failure by what does something to another lock, and may keep it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int n;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t report_lock = PTHREAD_MUTEX_INITIALIZER;
static int reports;

static void report(const char *what)
{
	pthread_mutex_lock(&report_lock);
	if (++reports > 1)
		return;
	fprintf(stderr, "%s failed\n", what);
	pthread_mutex_unlock(&report_lock);
}

static void box_lock(struct box *b)
{
	int error;

	if (b == NULL) {
		report("box");
		abort();
	}
	error = pthread_mutex_lock(&b->lock);
	if (error) {
		report("lock");
		abort();
	}
}

static void box_unlock(struct box *b)
{
	if (pthread_mutex_unlock(&b->lock) != 0) {
		report("unlock");
		abort();
	}
}

/* this one reports before it takes the lock */
static void box_enter(struct box *b)
{
	if (b->n > 100)
		report("enter");
	pthread_mutex_lock(&b->lock);
}

static int add(int by)
{
	int n;

	box_lock(&box);
	n = box.n += by;
	box_unlock(&box);
	return n;
}

static int enter(int by)
{
	int n;

	box_enter(&box);
	n = box.n -= by;
	box_unlock(&box);
	return n;
}

/* what an assertion that fails does to locks is nothing that follows from the section */
static void failed(const char *what)
{
	report(what);
	pthread_mutex_unlock(&box.lock);
}

#define check(what) do { if (!(what)) { failed(#what); abort(); } } while (0)

static int checked(int by)
{
	int n;

	box_lock(&box);
	check(by > 0);
	n = box.n += by;
	box_unlock(&box);
	return n;
}

/* behind this one the program goes on */
static int noted(int by)
{
	int n;

	box_lock(&box);
	if (by > 100)
		failed("by");
	n = box.n += by;
	box_unlock(&box);
	return n;
}

int main(void)
{
	printf("%d ", add(3));
	printf("%d ", checked(3));
	printf("%d ", noted(3));
	printf("%d\n", enter(2));
	return 0;
}
