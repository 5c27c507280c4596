/* What a realloc is told to make of memory is no address, and a copy of a text none of what the text lies in. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct queue {
	pthread_mutex_t *mutex;
	int n;
};

static void *checked(void *memory)
{
	if (memory == NULL)
		abort();
	return memory;
}

static void *new_memory(size_t size)
{
	return checked(calloc(1, size));
}

static void *more_memory(void *memory, size_t size)
{
	return checked(memory ? realloc(memory, size) : malloc(size));
}

static char *new_text(const char *text)
{
	return checked(strdup(text));
}

static int add(struct queue *q, int by)
{
	int n;

	pthread_mutex_lock(q->mutex);
	q->n += by;
	n = q->n;
	pthread_mutex_unlock(q->mutex);
	return n;
}

int main(void)
{
	char name[16] = "queue";
	struct queue q = { .n = 1 };
	char *text = new_text(name), *list = more_memory(NULL, strlen(name) + 1);

	q.mutex = new_memory(sizeof(*q.mutex));
	pthread_mutex_init(q.mutex, NULL);
	list = more_memory(list, 2 * strlen(name) + 1);
	strcpy(list, text);
	strcat(list, name);
	printf("%s %d %d\n", list, add(&q, 2), add(&q, 3));
	pthread_mutex_destroy(q.mutex);
	free(q.mutex);
	free(text);
	free(list);
	return 0;
}
