/* A macro that leaves the outer section where a check fails, behind the release that ends an inner one on some way. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
static int entries, hits, misses;

#define CHECK(cond, ret) do { if (!(cond)) { pthread_mutex_unlock(&table); return ret; } } while (0)

static int look_up(int key, int limit)
{
	int found;

	pthread_mutex_lock(&table);
	entries++;
	pthread_mutex_lock(&stats);
	if (key % 2) {
		misses++;
		pthread_mutex_unlock(&stats);
		/* too many */
		CHECK(entries < limit, -1);
	} else {
		hits++;
		found = hits;
		pthread_mutex_unlock(&stats);
		CHECK(found < limit, -found);
	}
	found = entries * 100 + hits;
	pthread_mutex_unlock(&table);
	return found;
}

int main(void)
{
	for (int key = 0; key < 12; key++)
		printf("%d ", look_up(key, 5));
	printf("%d %d %d\n", entries, hits, misses);
	return 0;
}
