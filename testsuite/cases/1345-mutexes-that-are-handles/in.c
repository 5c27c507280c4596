/* Mutexes that are made when they are first taken, and known to the program as handles of a type that nobody defines. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct handle_ *handle;

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static handle table;
static int entries;

static void handle_lock(handle *h)
{
	pthread_mutex_t *mutex;

	if (*h == NULL) {
		pthread_mutex_lock(&making);
		if (*h == NULL) {
			mutex = malloc(sizeof(pthread_mutex_t));
			pthread_mutex_init(mutex, NULL);
			*h = (handle)mutex;
		}
		pthread_mutex_unlock(&making);
	}
	mutex = *((pthread_mutex_t **)h);
	pthread_mutex_lock(mutex);
}

static void handle_unlock(handle *h)
{
	pthread_mutex_t *mutex = *(pthread_mutex_t **)h;

	pthread_mutex_unlock(mutex);
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		handle_lock(&table);
		entries++;
		handle_unlock(&table);
	}
	printf("%d\n", entries);
	return 0;
}
