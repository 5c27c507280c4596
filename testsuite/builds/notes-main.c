#include "notes.h"
#include <stdio.h>

static struct my_mutex list_lock = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int sum;

static void add(int n)
{
	my_lock(&list_lock, 1);
	sum += n;
	my_unlock(&list_lock);
}

static void add_plainly(int n)
{
	pthread_mutex_lock(&list_lock.m);
	sum += n;
	pthread_mutex_unlock(&list_lock.m);
}

int main(void)
{
	add(1);
	add_plainly(1);
	printf("%d %ld\n", sum, list_lock.line);
	return 0;
}
