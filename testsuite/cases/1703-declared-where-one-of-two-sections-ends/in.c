/* Hand over hand: what is declared at the end of the first lock is behind both. */
#include <pthread.h>
#include <stdio.h>

struct shard {
	pthread_mutex_t lock;
	int uses;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct shard shards[2] = {
	{ PTHREAD_MUTEX_INITIALIZER, 0 },
	{ PTHREAD_MUTEX_INITIALIZER, 0 },
};
static int lookups;

static void describe(char *out, size_t size, int id)
{
	struct shard *shard = &shards[id & 1];

	pthread_mutex_lock(&table_lock);
	lookups++;
	pthread_mutex_lock(&shard->lock);
	shard->uses += id;
	char name[24];
	pthread_mutex_unlock(&table_lock);
	id++;
	pthread_mutex_unlock(&shard->lock);
	snprintf(name, sizeof(name), "shard %d", id);
	snprintf(out, size, "<%s>", name);
}

int main(void)
{
	char text[40];

	describe(text, sizeof(text), 3);
	printf("%s %d %d\n", text, lookups, shards[1].uses);
	return 0;
}
