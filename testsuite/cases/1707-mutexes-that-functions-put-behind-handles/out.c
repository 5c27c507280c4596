/* A mutex type that is a pointer: nothing but the function that gets where to puts memory there. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef rcl_mutex_t *os_mutex_t;

static int os_mutex_create(os_mutex_t *mutex)
{
	*mutex = malloc(sizeof(**mutex));
	if (*mutex == NULL)
		return ENOMEM;
	return rcl_mutex_init(*mutex, NULL, counter_lock);
}

static void os_mutex_delete(os_mutex_t *mutex)
{
	rcl_mutex_destroy(*mutex);
	free(*mutex);
	*mutex = NULL;
}

static os_mutex_t counter_lock;
static int counter;

struct dev {
	os_mutex_t lock;
	int n;
};

struct dev_add_cs {     /* d->lock, in.c:36-38 */
	struct dev *d;  /* in */
	int n;          /* out */
};

static int dev_add_cs(void *ctx)
{
	struct dev_add_cs *cs = ctx;
	struct dev *d = cs->d;
	int n;

	n = d->n++;
	cs->n = n;
	return 0;
}

static int dev_add(struct dev *d)
{
	int n;

	struct dev_add_cs cs = { .d = d };
	rcl_exec_anon(d->lock, dev_add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct add_cs {   /* counter_lock, in.c:46-49 */
	int n;    /* in */
	int now;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int now;

	counter += n;
	now = counter;
	cs->now = now;
	return 0;
}

static int add(int n)
{
	int now;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(counter_lock, add_cs, &cs, sizeof(cs));
	now = cs.now;
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
