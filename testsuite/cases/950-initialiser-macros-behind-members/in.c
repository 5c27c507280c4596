/* A macro that initialises a lock and more, behind the name of a member that holds the lock. */
#include <pthread.h>
#include <stdio.h>

struct named_lock {
	pthread_mutex_t m;
	const char *name;
};
#define NAMED_LOCK(name) { PTHREAD_MUTEX_INITIALIZER, name }

struct pair {
	struct named_lock first, second[2];
};

struct stats {
	pthread_mutex_t other;
	struct named_lock lock;
	struct pair pair;
	long sum;
};

static struct stats stats = {
	.other = PTHREAD_MUTEX_INITIALIZER,
	.lock = NAMED_LOCK("stats"),
	.pair = { .first = NAMED_LOCK("first"), .second = { NAMED_LOCK("second"), [1] = NAMED_LOCK("third") } },
};

static void add(struct stats *s, long n)
{
	pthread_mutex_lock(&s->lock.m);
	s->sum += n;
	pthread_mutex_unlock(&s->lock.m);
}

static long twice(struct stats *s)
{
	long sum;

	pthread_mutex_lock(&s->other);
	pthread_mutex_lock(&s->pair.second[1].m);
	sum = 2 * s->sum;
	pthread_mutex_unlock(&s->pair.second[1].m);
	pthread_mutex_unlock(&s->other);
	return sum;
}

int main(void)
{
	add(&stats, 4);
	printf("%s %s %ld\n", stats.lock.name, stats.pair.second[1].name, twice(&stats));
	return 0;
}
