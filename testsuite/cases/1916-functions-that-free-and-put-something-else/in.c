/* A function that frees whatever a pointer leads to, and puts there what it has from another caller: that may be a mutex. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct list {
	char *name;
	void *data;
	pthread_mutex_t *mutex;
	int length;
};

struct endpoint {
	char *host;
	char *name;
	unsigned long id;
};

void other_library(const char *said, unsigned long number);

static void *last;

static void forget(void *at)
{
	void **all = (void **) at, *before = *all;

	if (all != NULL && *all != NULL) {
		*all = last;
		last = before;
	}
}

static void forget_as_bytes(void *at)
{
	void *value;

	memcpy(&value, at, sizeof(value));
	memcpy(at, &(void *){ NULL }, sizeof(value));
	free(value);
}

static void forget_by_another(void *at)
{
	forget(at);
}

void end(struct list *list, struct endpoint *endpoint)
{
	pthread_mutex_destroy(list->mutex);
	forget(&list->mutex);
	forget_as_bytes(&list->name);
	other_library(endpoint->name, endpoint->id);
	forget_by_another(&endpoint->host);
	forget(&list);
	forget(&endpoint);
}

int begin(struct list **list)
{
	*list = calloc(1, sizeof(**list));
	if (*list == NULL)
		return -1;
	(*list)->mutex = malloc(sizeof(pthread_mutex_t));
	if ((*list)->mutex == NULL) {
		forget(list);
		return -1;
	}
	return pthread_mutex_init((*list)->mutex, NULL);
}

int is_there(struct endpoint *endpoint)
{
	char *path = strdup(endpoint->host);
	struct stat found;
	int there = path != NULL && stat(path, &found) == 0;

	forget_as_bytes(&path);
	return there;
}

int add(struct list *list, int by)
{
	int length;

	pthread_mutex_lock(list->mutex);
	list->length += by;
	length = list->length;
	pthread_mutex_unlock(list->mutex);
	return length;
}
