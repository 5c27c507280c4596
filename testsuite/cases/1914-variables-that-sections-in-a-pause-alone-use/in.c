/* While a section has given its lock back, others use variables that its loop declares. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define UNUSED(x) (x) __attribute__((unused))

struct item {
	char *file;
	char **values;
	size_t values_num;
	pthread_cond_t flushed;
};

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_cond = PTHREAD_COND_INITIALIZER;
static struct item *head;
static int state, written;
static size_t sets;

struct item *lookup(const char *file);
void drop(struct item *item);
int update(const char *file, int num, void *values);
void say(const char *format, int n);
void free_ptrs(void ***values, size_t *num);

void *queue_thread(void UNUSED(*args))
{
	pthread_mutex_lock(&cache_lock);

	while (state != 2 || head != NULL) {
		struct item *item;
		char *file;
		char **values;
		size_t values_num;
		int status;

		if (head == NULL) {
			status = pthread_cond_wait(&queue_cond, &cache_lock);
			if ((status != 0) && (status != ETIMEDOUT)) {
				say("%d", status);
			}
		}
		if (head == NULL)
			continue;
		item = head;
		file = strdup(item->file);
		if (file == NULL) {
			say("no memory", 0);
			continue;
		}
		values = item->values;
		values_num = item->values_num;
		drop(item);
		pthread_mutex_unlock(&cache_lock);

		status = update(file, (int) values_num, (void *) values);
		if (status != 0) {
			say("%d", status);
		}
		pthread_mutex_lock(&cache_lock);
		item = (struct item *) lookup(file);
		if (item)
			pthread_cond_broadcast(&item->flushed);
		pthread_mutex_unlock(&cache_lock);

		if (status == 0) {
			pthread_mutex_lock(&stats_lock);
			written++;
			sets += values_num;
			pthread_mutex_unlock(&stats_lock);
		}
		free_ptrs((void ***) &values, &values_num);
		free(file);

		pthread_mutex_lock(&cache_lock);
	}
	pthread_mutex_unlock(&cache_lock);

	return NULL;
}
