/* A variable whose first value names it, in sizeof or typeof, has no value before. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define NEW(p) ((__typeof__(p)) calloc(1, sizeof(*(p))))

struct entry {
	int level;
	struct entry *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static struct entry *first;
static int used, full = 2, waited;

static int add(int level)
{
	int wakeup = 0;

	pthread_mutex_lock(&lock);
	if (level < 5) {
		while (used == full) {
			pthread_mutex_unlock(&lock);
			pthread_mutex_lock(&other);
			waited++;
			full++;
			pthread_mutex_unlock(&other);
			pthread_mutex_lock(&lock);
		}
		struct entry *entry = NEW(entry);
		entry->level = level;
		entry->next = first;
		first = entry;
		used++;
		wakeup = 1;
	}
	pthread_mutex_unlock(&lock);
	return wakeup;
}

static int after(int level)
{
	pthread_mutex_lock(&lock);
	struct entry *entry = NEW(entry);
	entry->level = level;
	entry->next = first;
	first = entry;
	pthread_mutex_unlock(&lock);
	return entry->level;
}

int main(void)
{
	for (int i = 0; i < 7; i++)
		printf("%d ", add(i));
	printf("%d %d ", used, waited);
	printf("%d ", after(9));
	printf("%d\n", first->level);
	return 0;
}
