#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define STATS_LOCK(e) pthread_mutex_lock(&(e)->lock)
#define STATS_UNLOCK(e) pthread_mutex_unlock(&(e)->lock)

#define STAT_INCR(e, stat, amount) { \
    pthread_mutex_lock(&e->lock); \
    e->stats.stat += amount; \
    pthread_mutex_unlock(&e->lock); \
}

/* The larger one of both, and how often it was asked for. */
#define STAT_MAX(e, stat, value)		\
	do {					\
		STATS_LOCK(e);			\
		if ((e)->stats.stat < (value))	\
			(e)->stats.stat = (value);	\
		(e)->asked++; /* both */	\
		STATS_UNLOCK(e);		\
	} while (0)

/* It names what is defined behind it. */
#define FLAG(flag) do { pthread_mutex_lock(&flags.lock); flags.flag += STEP; pthread_mutex_unlock(&flags.lock); } while (0)

#define STEP 2

struct engine {
	pthread_mutex_t lock;
	struct { uint64_t hits, misses, longest; } stats;
	int asked;
};

struct request {
	struct engine *engine;
	uint64_t length;
};

static struct engine engine = { PTHREAD_MUTEX_INITIALIZER, { 0, 0, 0 }, 0 };

static struct {
	pthread_mutex_t lock;
	volatile int seen, done;
} flags = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void serve(const struct request *r, int hit)
{
	uint64_t length = r->length;

	if (hit)
		STAT_INCR(r->engine, hits, 1)
	else
		STAT_INCR(r->engine, misses, 2)
	STAT_MAX(r->engine, longest, length);
	FLAG(seen);
}

static void finish(struct engine *e, uint64_t length)
{
	STAT_INCR(e, hits, 3);
	STAT_MAX(e, longest, length);
	FLAG(done);
}

int main(void)
{
	struct request requests[] = { { &engine, 4 }, { &engine, 9 }, { &engine, 2 } };

	for (int i = 0; i < 3; i++)
		serve(&requests[i], i % 2);
	finish(&engine, 5);
	printf("%d %d %d ", (int)engine.stats.hits, (int)engine.stats.misses, (int)engine.stats.longest);
	printf("%d %d %d\n", engine.asked, flags.seen, flags.done);
	return 0;
}
