/* Macros that ask for something more, and take the lock by a function without a result. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int n;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int ready, asked, taken;

static void box_lock(struct box *b)
{
	pthread_mutex_lock(&b->lock);
}

static void box_unlock(struct box *b)
{
	pthread_mutex_unlock(&b->lock);
}

static int ask(const char *what)
{
	asked++;
	return what != NULL && ready;
}

#define NEEDS(what) do { if (!ask(what)) { puts("not ready"); exit(1); } } while (0)
#define LOCK() do {			\
		NEEDS("lock");		\
		box_lock(&box);		\
		taken++;		\
	} while (0)
#define UNLOCK() do {			\
		NEEDS("unlock");	\
		box_unlock(&box);	\
	} while (0)
#define UNLOCK_AND_ASK() do { box_unlock(&box); NEEDS("then"); } while (0)

static int add(int by)
{
	int n;

	LOCK();
	n = box.n += by;
	UNLOCK();
	return n;
}

static int take(int by)
{
	int n;

	LOCK();
	if (box.n < by) {
		UNLOCK();
		return -1;
	}
	n = box.n -= by;
	UNLOCK();
	return n;
}

static int twice(void)
{
	LOCK();
	box.n *= 2;
	UNLOCK_AND_ASK();
	return asked;
}

int main(void)
{
	ready = 1;
	printf("%d ", add(3));
	printf("%d ", take(7));
	printf("%d ", take(2));
	printf("%d ", twice());
	printf("%d %d\n", asked, taken);
	return 0;
}
