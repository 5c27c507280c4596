#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

/* zählt */
static int count(by, text)
	int by;
	const char *text;
{
	int now;

	pthread_mutex_lock(&lock);
	/* über */
	n += by;
	now = n;
	pthread_mutex_unlock(&lock);
	puts(text);
	return now;
}

int main(void)
{
	printf("%d\n", count(4, "hä"));
	return 0;
}