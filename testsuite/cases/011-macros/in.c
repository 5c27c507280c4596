#include <pthread.h>
#include <stdio.h>

#define mutex_lock(m) pthread_mutex_lock(m)
#define mutex_unlock(m) pthread_mutex_unlock(m)
#define STATS_LOCK(s) pthread_mutex_lock(&(s)->lock)
#define STATS_UNLOCK(s) pthread_mutex_unlock(&(s)->lock)
#define BUMP(s, field) do { \
	pthread_mutex_lock(&(s)->lock); \
	(s)->field++; \
	pthread_mutex_unlock(&(s)->lock); \
} while (0)

struct stats {
	pthread_mutex_t lock;
	int gets, sets;
};

static struct stats stats;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int others;

static void get(struct stats *s)
{
	STATS_LOCK(s);
	s->gets += 2;
	STATS_UNLOCK(s);
	BUMP(s, sets);
}

static void count_other(void)
{
	mutex_lock(&other);
	others++;
	mutex_unlock(&other);
}

int main(void)
{
	pthread_mutex_init(&stats.lock, NULL);
	get(&stats);
	count_other();
	printf("%d %d %d\n", stats.gets, stats.sets, others);
	return 0;
}
