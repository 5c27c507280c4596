#include <pthread.h>
#include <stdio.h>

struct worker {
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int position;
};

static struct worker worker = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };

/* The backslashes stand in one column, with spaces before them. */
#define AWAIT(w, wanted)                                                  \
	do {                                                              \
		if ((w)->position < (wanted)) {                           \
			pthread_mutex_lock(&(w)->lock);                   \
			while ((w)->position < (wanted))                  \
				pthread_cond_wait(&(w)->cond, &(w)->lock); \
			pthread_mutex_unlock(&(w)->lock);                 \
		}                                                         \
	} while (0)

/* With tabs. */
#define REPORT(w, reached)					\
	do {							\
		pthread_mutex_lock(&(w)->lock);			\
		(w)->position = (reached);			\
		pthread_cond_broadcast(&(w)->cond);		\
		pthread_mutex_unlock(&(w)->lock);		\
	} while (0)

/* In no column. */
#define RESET(w) do { \
	pthread_mutex_lock(&(w)->lock);  \
	(w)->position = 0; \
	pthread_mutex_unlock(&(w)->lock); \
} while (0)

static void *work(void *arg)
{
	struct worker *w = arg;

	REPORT(w, 3);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, &worker);
	AWAIT(&worker, 3);
	pthread_join(thread, NULL);
	printf("%d\n", worker.position);
	RESET(&worker);
	printf("%d\n", worker.position);
#ifdef NEVER
	REPORT(&worker, 4);
	RESET(&worker);
#endif
	return 0;
}
