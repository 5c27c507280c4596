/* What only other builds do with a function's variables in its sections: these have it as they have all others. */
#define NDEBUG
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#ifdef COUNTING
#define SAY(...) fprintf(stderr, __VA_ARGS__)
#define COUNT(n) ((n)++)
#define FITS() (strlen(text) < sizeof(text))
#define ROUND() (rounds++)
#else
#define SAY(...)
#define COUNT(n)
#define FITS()
#define ROUND()
#endif

struct item {
	long value;
	TAILQ_ENTRY(item) next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static TAILQ_HEAD(, item) items = TAILQ_HEAD_INITIALIZER(items);
static long sum, given;

/* a structure has its name */
static long add_all(long by)
{
	long item = by * 2;

	pthread_mutex_lock(&lock);
	struct item *it;
	TAILQ_FOREACH(it, &items, next) {
		sum += it->value;
		SAY("%ld\n", item);
	}
	pthread_mutex_unlock(&lock);
	return item;
}

/* its address is taken */
static long parsed(const char *text)
{
	long n = 0;

	sscanf(text, "%ld", &n);
	pthread_mutex_lock(&lock);
	sum++;
	assert(n > 0);
	COUNT(n);
	pthread_mutex_unlock(&lock);
	return n;
}

/* atomic */
static long steps(long by)
{
	atomic_long done = by;

	pthread_mutex_lock(&lock);
	sum += by;
	COUNT(done);
	pthread_mutex_unlock(&lock);
	return done;
}

/* arrays, of one of which the size is asked for */
static long named(long by)
{
	char name[16], text[16], word[16];

	snprintf(name, sizeof(name), "n%ld", by);
	snprintf(text, sizeof(text), "t%ld", by);
	snprintf(word, sizeof(word), "w%ld", by);
	pthread_mutex_lock(&lock);
	sum += by;
	assert(name[0] == 'n');
	SAY("%s %zu\n", word, sizeof(word));
	FITS();
	pthread_mutex_unlock(&lock);
	return name[0] + text[0] + word[0];
}

/* while it waits, its client may look */
static long await(long by)
{
	long rounds = 0, left = by;

	pthread_mutex_lock(&lock);
	while (given < by) {
		ROUND();
		COUNT(left);
		pthread_cond_wait(&ready, &lock);
	}
	given -= by;
	pthread_mutex_unlock(&lock);
	return rounds == 0 ? left : -1;
}

/* what its client finds while the lock is released */
static long refill(long by)
{
	long more;

	pthread_mutex_lock(&lock);
	while (given < by) {
		pthread_mutex_unlock(&lock);
		more = by;
		printf("%ld more\n", more);
		pthread_mutex_lock(&lock);
		assert(more == by);
		COUNT(more);
		given += by;
	}
	given -= by;
	pthread_mutex_unlock(&lock);
	return by;
}

/* the result of the call that tries to take the lock */
static long try_add(long by)
{
	int rc;

	rc = pthread_mutex_trylock(&lock);
	if (rc != 0)
		return rc;
	assert(rc != EBUSY);
	sum += by;
	pthread_mutex_unlock(&lock);
	return rc;
}

/* it may have no value yet */
static long perhaps(long by)
{
	long found;

	if (by > 1)
		found = by;
	pthread_mutex_lock(&lock);
	sum += by;
	if (by > 1) {
		SAY("%ld\n", found);
	}
	pthread_mutex_unlock(&lock);
	return by > 1 ? found : 0;
}

int main(void)
{
	struct item one = { .value = 3 }, two = { .value = 4 };

	TAILQ_INSERT_TAIL(&items, &one, next);
	TAILQ_INSERT_TAIL(&items, &two, next);
	given = 5;
	printf("%ld %ld %ld %ld %ld\n", add_all(2), parsed("4"), steps(3), named(7), await(4));
	printf("%ld %ld %ld %ld %ld\n", refill(6), try_add(7), perhaps(1), perhaps(3), sum);
	return 0;
}
