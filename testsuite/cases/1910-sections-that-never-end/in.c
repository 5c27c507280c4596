/* Threads that hold a mutex for life, and give it back only while they wait. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int age;
};

static pthread_mutex_t scan_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t scan_cond = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct item *list;
static int scans, expired;

void work(int step);

/* Its function gives a value, which nothing says. */
void *scan_thread(void *arg)
{
	struct item *item;

	(void) arg;
	pthread_mutex_lock(&scan_mutex);
	for (;;) {
		pthread_cond_wait(&scan_cond, &scan_mutex);
		scans++;
		pthread_mutex_lock(&list_mutex);
		for (item = list; item; item = item->next)
			if (item->age++ > 10)
				expired++;
		pthread_mutex_unlock(&list_mutex);
	}
}

/* One that gives none. */
void scan_always(void)
{
	pthread_mutex_lock(&scan_mutex);
	while (1) {
		while (!list)
			pthread_cond_wait(&scan_cond, &scan_mutex);
		scans++;
	}
}

/* A value that nobody ever gets. */
int scan_and_count(void)
{
	int found = 0;

	pthread_mutex_lock(&scan_mutex);
	for (;;) {
		pthread_cond_wait(&scan_cond, &scan_mutex);
		found += scans;
		expired += found;
	}
	return found;
}

/* It ends its process. */
void *scan_until_done(void *arg)
{
	pthread_mutex_lock(&scan_mutex);
	do {
		pthread_cond_wait(&scan_cond, &scan_mutex);
		if (arg && scans > 100)
			exit(0);
		scans++;
	} while (1);
}

__attribute__((noreturn)) void scan_for_ever(int step)
{
	pthread_mutex_lock(&scan_mutex);
	for (;;) {
		pthread_cond_wait(&scan_cond, &scan_mutex);
		scans += step;
	}
}

/* They give it back for what takes long. */
void *scan_and_work(void *arg)
{
	int step = *(int *) arg;

	pthread_mutex_lock(&scan_mutex);
	for (;;) {
		while (!list)
			pthread_cond_wait(&scan_cond, &scan_mutex);
		scans += step;
		pthread_mutex_unlock(&scan_mutex);
		work(step);
		pthread_mutex_lock(&scan_mutex);
	}
}

void *scan_and_work_twice(void *arg)
{
	pthread_mutex_lock(&scan_mutex);
	for (;;) {
		scans++;
		pthread_mutex_unlock(&scan_mutex);
		work(scans);
		pthread_mutex_lock(&scan_mutex);
		expired++;
		pthread_mutex_unlock(&scan_mutex);
		work(2);
		pthread_mutex_lock(&scan_mutex);
	}
}

void *scan_and_work_in_branches(void *arg)
{
	int done = 0;

	pthread_mutex_lock(&scan_mutex);
	for (;;) {
		while (!list)
			pthread_cond_wait(&scan_cond, &scan_mutex);
		if (list->age > 10) {
			expired++;
			pthread_mutex_unlock(&scan_mutex);
			work(++done);
			pthread_mutex_lock(&scan_mutex);
		} else if (list->age > 5) {
			scans++;
			pthread_mutex_unlock(&scan_mutex);
			work(2);
			pthread_mutex_lock(&scan_mutex);
		}
		list = list->next;
	}
}

/* Only if nobody else does. */
void *scan_alone(void *arg)
{
	if (pthread_mutex_trylock(&scan_mutex) != 0)
		return NULL;
	for (;;) {
		pthread_cond_wait(&scan_cond, &scan_mutex);
		scans++;
	}
}

int scan_if_asked(int asked)
{
	if (!asked) {
		return -1;
	} else {
		pthread_mutex_lock(&scan_mutex);
		for (;;) {
			pthread_cond_wait(&scan_cond, &scan_mutex);
			scans++;
		}
	}
}
