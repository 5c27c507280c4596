/*
 * A function is handed on by another name than that of its definition: what
 * calls it through a pointer may reach that one.
 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, left;

int tell(int n)
{
	pthread_mutex_unlock(&lock);
	printf("%d\n", n);
	pthread_mutex_lock(&lock);
	return left;
}

extern __typeof__(tell) lib_tell __attribute__((alias("tell")));

static int use(int n, int (*told)(int))
{
	pthread_mutex_lock(&lock);
	used += n;
	left = told(used);
	pthread_mutex_unlock(&lock);
	return used;
}

static void leave(int n)
{
	pthread_mutex_lock(&lock);
	left += n;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	leave(3);
	printf("%d\n", use(2, lib_tell));
	return 0;
}
