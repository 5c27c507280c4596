/* An assertion says how large what holds a mutex is: that one alone stays, as does what another one says where a part stands. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
	pthread_mutex_t lock;
	long n;
} counter;

struct entry {
	int sort;
	pthread_mutex_t lock;
	long n;
};

static_assert(sizeof(counter) == 48, "others know it");
_Static_assert(offsetof(struct entry, sort) == 0, "it comes first");
static_assert(sizeof(struct entry) <= 512, "not too large");

static counter c = { PTHREAD_MUTEX_INITIALIZER, 4 };
static struct entry e = { 1, PTHREAD_MUTEX_INITIALIZER, 3 };

static long enter(long by)
{
	pthread_mutex_lock(&e.lock);
	by = e.n += by + e.sort;
	pthread_mutex_unlock(&e.lock);
	return by;
}

static long count(long by)
{
	pthread_mutex_lock(&c.lock);
	by = c.n += by;
	pthread_mutex_unlock(&c.lock);
	return by;
}

int main(void)
{
	printf("%ld %ld\n", enter(2), count(3));
	return 0;
}
