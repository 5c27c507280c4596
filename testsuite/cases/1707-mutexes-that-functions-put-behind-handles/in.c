/* A mutex type that is a pointer: nothing but the function that gets where to puts memory there. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef pthread_mutex_t *os_mutex_t;

static int os_mutex_create(os_mutex_t *mutex)
{
	*mutex = malloc(sizeof(**mutex));
	if (*mutex == NULL)
		return ENOMEM;
	return pthread_mutex_init(*mutex, NULL);
}

static void os_mutex_delete(os_mutex_t *mutex)
{
	pthread_mutex_destroy(*mutex);
	free(*mutex);
	*mutex = NULL;
}

static os_mutex_t counter_lock;
static int counter;

struct dev {
	os_mutex_t lock;
	int n;
};

static int dev_add(struct dev *d)
{
	int n;

	pthread_mutex_lock(d->lock);
	n = d->n++;
	pthread_mutex_unlock(d->lock);
	return n;
}

static int add(int n)
{
	int now;

	pthread_mutex_lock(counter_lock);
	counter += n;
	now = counter;
	pthread_mutex_unlock(counter_lock);
	return now;
}

int main(void)
{
	struct dev dev = { .n = 1 };

	if (os_mutex_create(&counter_lock) != 0 || os_mutex_create(&dev.lock) != 0)
		return 1;
	dev_add(&dev);
	printf("%d %d\n", add(1) + add(2), dev_add(&dev));
	os_mutex_delete(&dev.lock);
	os_mutex_delete(&counter_lock);
	return 0;
}
