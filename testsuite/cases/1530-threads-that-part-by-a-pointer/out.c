#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct work {
	void (*fn)(void *);
	void *data;
	struct work *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct work *first;
static int noted;

static int apart(void)
{
	return unshare(CLONE_FS);
}

static void leave(void *data)
{
	if (apart() != 0 || chdir(data) != 0)
		puts("failed");
}

static void note(void *data)
{
	noted += *(int *)data;
}

struct push_cs {            /* lock, in.c:39-42 */
	struct work *work;  /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct work *work = cs->work;

	work->next = first;
	first = work;
	return 0;
}

static void push(struct work *work, void (*fn)(void *), void *data)
{
	struct work made = { fn, data, NULL };

	*work = made;
	struct push_cs cs = { .work = work };
	rcl_exec_anon(&lock, push_cs, &cs, sizeof(cs));
}

static int here(const char *folder)
{
	char name[256];

	return getcwd(name, sizeof(name)) != NULL && strcmp(name, folder) == 0;
}

static int run(void)
{
	int left;

	rcl_lock(&lock);
	first->fn(first->data);
	first = first->next;
	left = first != NULL;
	rcl_unlock(&lock);
	return left;
}

static void *worker(void *arg)
{
	(void)arg;
	while (run())
		continue;
	printf("%d\n", here("/proc"));
	return NULL;
}

int main(void)
{
	struct work works[2];
	pthread_t thread;
	int n = 3;

	push(&works[0], note, &n);
	push(&works[1], leave, "/proc");
	pthread_create(&thread, NULL, worker, NULL);
	pthread_join(thread, NULL);
	printf("%d %d\n", here("/proc"), noted);
	return 0;
}
