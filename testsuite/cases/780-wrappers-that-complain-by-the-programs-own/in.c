/* Lock functions that tell the program's own way where the call failed, which it cannot by the type of the mutex. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct box {
	pthread_mutex_t lock;
	int n;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t strict;
static int told, strictly;
static char message[64];

static int set_error(const char *what, int error)
{
	told++;
	snprintf(message, sizeof(message), "%s: %s", what, strerror(error));
	return -1;
}

static int box_lock(struct box *b)
{
	int rc = pthread_mutex_lock(&b->lock);

	if (rc != 0)
		return set_error("lock", rc);
	return 0;
}

static int box_unlock(struct box *b)
{
	int rc = pthread_mutex_unlock(&b->lock);

	if (rc != 0)
		return set_error("unlock", rc);
	return 0;
}

/* this one may fail: its own thread may have it */
static int strict_lock(void)
{
	int rc = pthread_mutex_lock(&strict);

	if (rc != 0)
		return set_error("strict", rc);
	return 0;
}

static int add(struct box *b, int by)
{
	int now;

	box_lock(b);
	b->n += by;
	now = b->n;
	box_unlock(b);
	return now;
}

static int checked(struct box *b, int by)
{
	if (box_lock(b) != 0)
		return -1;
	b->n += by;
	if (box_unlock(b) != 0)
		return -1;
	return by;
}

static int twice(void)
{
	int failed;

	strict_lock();
	failed = strict_lock();
	strictly++;
	pthread_mutex_unlock(&strict);
	return failed;
}

int main(void)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&strict, &attributes);
	pthread_mutexattr_destroy(&attributes);
	printf("%d %d %d ", add(&box, 2), checked(&box, 3), box.n);
	printf("%d %d %d %s\n", twice(), told, strictly, message);
	return 0;
}
