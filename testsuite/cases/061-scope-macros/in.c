#include <assert.h>
#include <pthread.h>
#include <stdio.h>

typedef pthread_mutex_t mutex;

static inline void mutex_lock(mutex *m)
{
	int ret = pthread_mutex_lock(m);
	assert(ret == 0);
	(void)ret;
}

static inline void mutex_unlock(mutex *m)
{
	int ret = pthread_mutex_unlock(m);
	assert(ret == 0);
	(void)ret;
}

/* Two loops: break and continue leave the block and release. */
#define sync(m) sync_helper1(m, __LINE__)
#define sync_helper1(m, line) sync_helper2(m, line)
#define sync_helper2(m, line) \
	for (unsigned int i_ ## line = 0; \
			i_ ## line \
				? (mutex_unlock(&(m)), 0) \
				: (mutex_lock(&(m)), 1); \
			i_ ## line = 1) \
		for (unsigned int j_ ## line = 0; !j_ ## line; j_ ## line = 1)

/* One loop: break skips the release. */
#define SYNCHRONIZED(m) \
	for (int once = (pthread_mutex_lock(m), 1); once; once = 0, pthread_mutex_unlock(m))

struct coder {
	mutex mutex;
	int state;
	int total;
	int limit;
};

static pthread_mutex_t stats_mutex = PTHREAD_MUTEX_INITIALIZER;
static int stats;

static int get_state(struct coder *coder)
{
	int state;

	sync(coder->mutex)
		state = coder->state;
	return state;
}

static int advance(struct coder *coder, int n)
{
	int left = 0;

	sync(coder->mutex) {
		/* Nothing to do. */
		if (coder->limit == 0)
			break;
		if (n == 0) {
			left = -1;
			continue;
		}
		for (int i = 0; i < n; i++) {
			if (coder->total == coder->limit)
				break;
			coder->total++;
		}
		left = coder->limit - coder->total;
	}
	return left;
}

/* In both loops and the function: break ends the block only, return and goto keep the lock, as they always have. */
static int find(struct coder *coders, int n, int total)
{
	int found = 0;

	for (int i = 0; i < n; i++) {
		sync(coders[i].mutex) {
			if (coders[i].limit == 0)
				break;
			if (coders[i].total == total)
				return i;
			if (coders[i].total == total + 1)
				goto above;
			found += coders[i].state;
		}
		SYNCHRONIZED(&stats_mutex)
		{
			if (found == 0)
				continue;
			stats += found;
		}
	}
	return -1;
above:
	return -2;
}

static void finish(struct coder *coder)
{
	sync(coder->mutex) {
		sync(stats_mutex) {
			stats += coder->total;
		}
		coder->total = 0;
	}
}

/* This break has always kept the lock. */
static int odd(struct coder *coder)
{
	int total = 0;

	SYNCHRONIZED(&coder->mutex) {
		if (coder->limit == 0)
			break;
		total = coder->total;
	}
	if (coder->limit == 0)
		mutex_unlock(&coder->mutex);
	return total;
}

int main(void)
{
	static struct coder coders[3];

	for (int i = 0; i < 3; i++) {
		pthread_mutex_init(&coders[i].mutex, NULL);
		coders[i].limit = 5 * i;
		coders[i].state = i;
	}
	printf("%d %d %d\n", advance(&coders[0], 3), advance(&coders[1], 3), advance(&coders[2], 0));
	printf("%d %d\n", get_state(&coders[2]), find(coders, 3, 7));
	printf("%d\n", find(coders, 3, 3));
	mutex_unlock(&coders[1].mutex);
	printf("%d\n", find(coders, 3, 2));
	mutex_unlock(&coders[1].mutex);
	finish(&coders[1]);
	printf("%d %d %d\n", odd(&coders[0]), odd(&coders[2]), stats);
	return 0;
}
