/* A macro asks for the type of an array that it is given, which is no pointer's in the section either. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define CLEAR(a) memset((a), 0, sizeof(__typeof__(a)))
#define AS_LARGE(a) ({ __typeof__(a) other_ = { (a)[0] }; (int)sizeof(other_) + other_[0]; })
#define FIRST(a) ((a)[0])

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int clears(const char *from)
{
	char digits[24];

	strcpy(digits, from);
	pthread_mutex_lock(&m);
	total += digits[20] + FIRST(digits);
	CLEAR(digits);
	pthread_mutex_unlock(&m);
	return digits[0] + digits[20];
}

static int declares(const char *from)
{
	int sum;

	pthread_mutex_lock(&m);
	char digits[24];
	CLEAR(digits);
	strcpy(digits, from);
	total += digits[20];
	pthread_mutex_unlock(&m);
	sum = digits[0] + digits[20];
	return sum;
}

static int declares_another(const char *from)
{
	char digits[24];
	int n;

	strcpy(digits, from);
	pthread_mutex_lock(&m);
	n = AS_LARGE(digits);
	total += n;
	pthread_mutex_unlock(&m);
	return n + digits[0];
}

static int only_looks(const char *from)
{
	char digits[24];

	strcpy(digits, from);
	pthread_mutex_lock(&m);
	total += digits[20] + FIRST(digits);
	pthread_mutex_unlock(&m);
	return digits[0];
}

int main(void)
{
	const char *from = "abcdefghijklmnopqrstuvw";
	int sum = clears(from) + declares(from) + declares_another(from) + only_looks(from);

	printf("%d %d\n", sum, total);
	return 0;
}
