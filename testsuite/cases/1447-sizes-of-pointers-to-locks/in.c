#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* What is taken here are the sizes of pointers: they stay as they are, whatever a lock is. */
#define COND_VAR pthread_cond_t
#define LOG(format, ...) fprintf(stderr, format "\n", __VA_ARGS__)

struct box {
	pthread_mutex_t lock;
	long count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static COND_VAR **waiting;
static struct box *box;
static int size, known;

static int grow(void)
{
	COND_VAR **more = realloc(waiting, (size + 4) * sizeof(COND_VAR *));

	if (more == NULL) {
		LOG("no %zu bytes", (size + 4) * sizeof(COND_VAR *));
		return -1;
	}
	waiting = more;
	size += 4;
	return 0;
}

int wait_by(COND_VAR *cond)
{
	pthread_mutex_lock(&lock);
	if (known == size && grow() < 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	waiting[known++] = cond;
	pthread_mutex_unlock(&lock);
	return known;
}

void add(long n)
{
	pthread_mutex_lock(&box->lock);
	box->count += n;
	pthread_mutex_unlock(&box->lock);
}

int main(void)
{
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	pthread_mutex_t **some = calloc(3, sizeof(pthread_mutex_t *));

	box = malloc(sizeof(*box));
	box->count = 0;
	pthread_mutex_init(&box->lock, NULL);
	some[0] = &box->lock;
	for (int i = 0; i < 10; i++) {
		wait_by(&cond);
		add(i);
	}
	pthread_mutex_lock(some[0]);
	printf("%d %d %ld\n", known, size, box->count);
	pthread_mutex_unlock(some[0]);
	return 0;
}
