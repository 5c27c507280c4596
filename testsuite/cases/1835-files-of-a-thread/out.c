/* A file is named that is another one in each thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OWN "/proc/thread-self"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, found;

static int is_own(int n)
{
	char text[64];
	ssize_t length;

	rcl_lock(&lock);
	length = readlink(OWN, text, sizeof(text) - 1);
	total += n;
	rcl_unlock(&lock);
	text[length < 0 ? 0 : length] = '\0';
	return strrchr(text, '/') != NULL && atoi(strrchr(text, '/') + 1) == gettid();
}

struct add_cs {  /* lock, in.c:29-32 */
	int n;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	n = total;
	cs->n = n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static void *work(void *arg)
{
	found = is_own(2);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	printf("%d %d\n", found, add(1));
	return 0;
}
