/* The memory for an array at a structure's end is as large as a variable says, which nothing joins to its mutexes. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	size_t count;
	pthread_mutex_t locks[];
};

struct table *new_table(size_t count);
size_t count_of(struct table *t, size_t i);

struct table *new_table(size_t count)
{
	size_t size = count * sizeof(pthread_mutex_t);
	struct table *t = calloc(1, sizeof(*t) + size);

	if (t == NULL)
		return NULL;
	t->count = count;
	for (size_t i = 0; i < count; i++)
		pthread_mutex_init(&t->locks[i], NULL);
	return t;
}

size_t count_of(struct table *t, size_t i)
{
	size_t count;

	pthread_mutex_lock(&t->locks[i]);
	count = t->count;
	pthread_mutex_unlock(&t->locks[i]);
	return count;
}
