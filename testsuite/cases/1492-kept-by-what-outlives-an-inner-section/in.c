/* What an inner section declares is kept by its address in the outer one: the outer one's client has it. */
#include <pthread.h>
#include <stdio.h>

struct entry {
	long value;
	struct entry *next;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *list;
static long lookups, found;

static long total(long most)
{
	pthread_mutex_lock(&list_lock);
	pthread_mutex_lock(&stats_lock);
	lookups++;
	struct entry **at = &list;
	struct entry ***ends[2];
	pthread_mutex_unlock(&stats_lock);
	while (*at && (*at)->value < most)
		at = &(*at)->next;
	pthread_mutex_unlock(&list_lock);

	long sum = 0;

	for (int i = 0; i < 2; i++)
		ends[i] = &at;
	for (struct entry *one = list; one != **ends[1]; one = one->next)
		sum += one->value;
	return sum;
}

static long last(long most)
{
	pthread_mutex_lock(&list_lock);
	struct entry *one = list;
	pthread_mutex_lock(&stats_lock);
	found += one != NULL;
	struct entry **at = &one;
	pthread_mutex_unlock(&stats_lock);
	struct entry ***kept = &at;
	while (**kept && (**kept)->value < most)
		*kept = &(**kept)->next;
	pthread_mutex_unlock(&list_lock);
	return **kept ? (**kept)->value : 0;
}

int main(void)
{
	static struct entry entries[4] = { { 1, &entries[1] }, { 2, &entries[2] }, { 3, &entries[3] }, { 5, NULL } };

	list = entries;
	printf("%ld %ld %ld %ld\n", total(0), total(3), total(4), total(9));
	printf("%ld %ld\n", last(2), last(9));
	printf("%ld %ld\n", lookups, found);
	return 0;
}
