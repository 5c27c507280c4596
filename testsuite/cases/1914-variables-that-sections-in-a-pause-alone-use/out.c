/* While a section has given its lock back, others use variables that its loop declares. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
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

static rcl_mutex_t cache_lock = RCL_MUTEX_INITIALIZER(cache_lock);
static rcl_mutex_t stats_lock = RCL_MUTEX_INITIALIZER(stats_lock);
static rcl_cond_t queue_cond = RCL_COND_INITIALIZER;
static struct item *head;
static int state, written;
static size_t sets;

struct item *lookup(const char *file);
void drop(struct item *item);
int update(const char *file, int num, void *values);
void say(const char *format, int n);
void free_ptrs(void ***values, size_t *num);

struct queue_thread_cache_2_cs {  /* cache_lock, in.c:65-69 */
	char *file;               /* in */
};

static int queue_thread_cache_2_cs(void *ctx)
{
	struct queue_thread_cache_2_cs *cs = ctx;
	struct item *item;
	char *file = cs->file;

	item = (struct item *) lookup(file);
	if (item)
		pthread_cond_broadcast(&item->flushed);
	return 0;
}

struct queue_thread_stats_cs {  /* stats_lock, in.c:72-75 */
	size_t *values_num;     /* by reference */
};

static int queue_thread_stats_cs(void *ctx)
{
	struct queue_thread_stats_cs *cs = ctx;
	size_t *values_num = cs->values_num;

	written++;
	sets += *values_num;
	return 0;
}

struct queue_thread_cache_1_cs {  /* cache_lock, in.c:33-82 */
	char *file;               /* out */
	char ***values;           /* by reference */
	size_t *values_num;       /* by reference */
	int at;                   /* where it goes on */
};

static int queue_thread_cache_1_cs(void *ctx)
{
	struct queue_thread_cache_1_cs *cs = ctx;
	char ***values = cs->values;
	size_t *values_num = cs->values_num;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	while (state != 2 || head != NULL) {
		struct item *item;
		char *file;
		int status;

		if (head == NULL) {
			cs->at = 2;
			return rcl_wait(&queue_cond, &cache_lock);
			at_2:
			status = rcl_waited();
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
		*values = item->values;
		*values_num = item->values_num;
		drop(item);
		cs->file = file;
		cs->at = 1;
		return 1;
		at_1:
		file = cs->file;
	}
	return 0;
}

void *queue_thread(void UNUSED(*args))
{
	char **values;
	size_t values_num;
	struct queue_thread_cache_1_cs cs = {
		.values = &values,
		.values_num = &values_num,
		.at = 0,
	};
	while (rcl_exec_blocking(&cache_lock, queue_thread_cache_1_cs, &cs, sizeof(cs)) == 1) {
		int status;
		char *file = cs.file;
		status = update(file, (int) values_num, (void *) values);
		if (status != 0) {
			say("%d", status);
		}
		struct queue_thread_cache_2_cs cache_2_cs = { .file = file };
		rcl_exec_blocking(&cache_lock, queue_thread_cache_2_cs,
				&cache_2_cs, sizeof(cache_2_cs));

		if (status == 0) {
			struct queue_thread_stats_cs stats_cs = { .values_num = &values_num };
			rcl_exec_anon(&stats_lock, queue_thread_stats_cs,
					&stats_cs, sizeof(stats_cs));
		}
		free_ptrs((void ***) &values, &values_num);
		free(file);
	}

	return NULL;
}
