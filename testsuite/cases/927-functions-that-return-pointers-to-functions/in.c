/* Sections in functions that return a pointer to a function or to an array: their name stands in parentheses. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*current)(int);
static int grid[2][3][4];

void (*set_handler(void (*handler)(int)))(int)
{
	void (*old)(int);

	pthread_mutex_lock(&lock);
	old = current;
	current = handler;
	pthread_mutex_unlock(&lock);
	return old;
}

static int (*row(int n))[3][4]
{
	pthread_mutex_lock(&lock);
	grid[n][1][2]++;
	pthread_mutex_unlock(&lock);
	return &grid[n];
}

static void show(int n)
{
	printf("%d\n", n);
}

int main(void)
{
	set_handler(show);
	set_handler(NULL)((*row(1))[1][2]);
	return 0;
}
