/* One function frees whatever a pointer leads to, and forgets it: nothing goes from one of its callers to another. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct list {
	char *name;
	void *data;
	rcl_mutex_t *mutex;
	int length;
};

struct endpoint {
	char *host;
	char *name;
	unsigned long id;
};

void other_library(const char *said, unsigned long number);

static void forget(void *at)
{
	void **all = (void **) at;

	if (all != NULL && *all != NULL) {
		free(*all);
		*all = NULL;
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
	rcl_mutex_destroy(list->mutex);
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
	(*list)->mutex = malloc(sizeof(rcl_mutex_t));
	if ((*list)->mutex == NULL) {
		forget(list);
		return -1;
	}
	return rcl_mutex_init((*list)->mutex, NULL, list_mutex);
}

int is_there(struct endpoint *endpoint)
{
	char *path = strdup(endpoint->host);
	struct stat found;
	int there = path != NULL && stat(path, &found) == 0;

	forget_as_bytes(&path);
	return there;
}

struct add_cs {             /* list->mutex, in.c:84-87 */
	struct list *list;  /* in */
	int by;             /* in */
	int length;         /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct list *list = cs->list;
	int by = cs->by;
	int length;

	list->length += by;
	length = list->length;
	cs->length = length;
	return 0;
}

int add(struct list *list, int by)
{
	int length;

	struct add_cs cs = { .list = list, .by = by };
	rcl_exec_anon(list->mutex, add_cs, &cs, sizeof(cs));
	length = cs.length;
	return length;
}
