#include <pthread.h>
#include <stdio.h>

struct entry {
	int key, used;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry entries[8];
static int count, idle, misses;

/* The branches meet behind their releases. */
static struct entry *get(int key)
{
	struct entry *entry = NULL;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < count; i++)
		if (entries[i].key == key)
			entry = &entries[i];
	if (entry) {
		entry->used++;
		pthread_mutex_unlock(&lock);
	} else if (count < 8) {
		entry = &entries[count++];
		entry->key = key;
		pthread_mutex_unlock(&lock);
		misses++;
	} else {
		idle++;
		pthread_mutex_unlock(&lock);
		printf("full\n");
		misses += 10;
	}
	if (entry)
		misses += entry->used;
	return entry;
}

/* Out of the loop that the section ends with. */
static int sum(int most)
{
	int n = 0, at = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		if (at == count) {
			idle = n;
			pthread_mutex_unlock(&lock);
			misses--;
			break;
		}
		n += entries[at++].key;
		if (n > most) {
			pthread_mutex_unlock(&lock);
			return -1;
		}
	}
	return n + at;
}

int main(void)
{
	for (int i = 0; i < 12; i++)
		get(i % 10);
	printf("%d %d %d %d\n", get(3)->used, count, idle, misses);
	printf("%d %d", sum(100), sum(20));
	printf(" %d %d\n", idle, misses);
	return 0;
}
