/* A file is named that is another one in each thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OWN "/proc/thread-self"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, found;

static int is_own(int n)
{
	char text[64];
	ssize_t length;

	pthread_mutex_lock(&lock);
	length = readlink(OWN, text, sizeof(text) - 1);
	total += n;
	pthread_mutex_unlock(&lock);
	text[length < 0 ? 0 : length] = '\0';
	return strrchr(text, '/') != NULL && atoi(strrchr(text, '/') + 1) == gettid();
}

static int add(int n)
{
	pthread_mutex_lock(&lock);
	total += n;
	n = total;
	pthread_mutex_unlock(&lock);
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
