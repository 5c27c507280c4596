#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in slurm, whose messages have the kernel's name of their thread. */
static void fatal(const char *file, int line, const char *func, int err)
{
	printf("%d: %s:%d %s: %s\n", (int)gettid(), file, line, func, strerror(err));
	abort();
}

#define mutex_lock(m)                                                   \
	do {                                                            \
		int err = pthread_mutex_lock(m);                        \
		if (err)                                                \
			fatal(__FILE__, __LINE__, __func__, err);       \
	} while (0)
#define mutex_unlock(m)                                                 \
	do {                                                            \
		int err = pthread_mutex_unlock(m);                      \
		if (err)                                                \
			fatal(__FILE__, __LINE__, __func__, err);       \
	} while (0)
#define cond_wait(c, m)                                                 \
	do {                                                            \
		int err = pthread_cond_wait(c, m);                      \
		if (err)                                                \
			fatal(__FILE__, __LINE__, __func__, err);       \
	} while (0)

struct barrier {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	int left;
};

static struct barrier barrier = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 3 };
static int asked;

static int come(struct barrier *b)
{
	int left;

	mutex_lock(&b->mutex);
	left = --b->left;
	if (left == 0)
		pthread_cond_broadcast(&b->cond);
	while (b->left > 0)
		cond_wait(&b->cond, &b->mutex);
	mutex_unlock(&b->mutex);
	return left;
}

static pthread_cond_t *cond_of(struct barrier *b)
{
	asked += gettid() != 0;
	return &b->cond;
}

/* What the wait is given stays in the section. */
static void see(struct barrier *b)
{
	mutex_lock(&b->mutex);
	asked++;
	while (b->left > 0)
		cond_wait(cond_of(b), &b->mutex);
	mutex_unlock(&b->mutex);
}

static void *run(void *arg)
{
	int *left = arg;

	*left = come(&barrier);
	see(&barrier);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	int left[3], sum = 0;

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, &left[i]);
	for (int i = 0; i < 3; i++) {
		pthread_join(threads[i], NULL);
		sum += left[i];
	}
	printf("%d %d\n", sum, asked);
	return 0;
}
