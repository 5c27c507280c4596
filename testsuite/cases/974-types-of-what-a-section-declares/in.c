#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *last;
static int requests = 300;

static int length(void)
{
	return strlen(last);
}

/* a pointer to the array that its client has would be of another type */
static int digits(void)
{
	pthread_mutex_lock(&m);
	char digits[8];
	__typeof__(digits) again;
	snprintf(digits, sizeof(digits), "%d", requests);
	snprintf(again, sizeof(again), "%d", requests * 1000);
	last = digits;
	requests += again[5] - '0' + sizeof(again);
	pthread_mutex_unlock(&m);
	return length();
}

static int measured(void)
{
	pthread_mutex_lock(&m);
	char digits[8];
	snprintf(digits, sizeof(digits), "%d", requests);
	last = digits;
	requests += sizeof(__typeof__(digits)) + __alignof__(digits);
	pthread_mutex_unlock(&m);
	return length();
}

int main(void)
{
	printf("%d digits\n", digits());
	printf("%d digits\n", measured());
	printf("%d requests\n", requests);
	return 0;
}
