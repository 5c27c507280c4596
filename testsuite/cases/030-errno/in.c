#include <pthread.h>
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long parsed;

static int parse(const char *text)
{
	int failed;

	pthread_mutex_lock(&lock);
	errno = 0;
	parsed = strtol(text, NULL, 10);
	failed = errno != 0;
	pthread_mutex_unlock(&lock);
	return failed || errno != 0;
}

int main(void)
{
	printf("%d", parse("17"));
	printf(" %d %d\n", parse("99999999999999999999999"), errno == ERANGE);
	return 0;
}
