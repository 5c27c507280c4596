/* Ways out that read alike, where one of them means a variable of the section's, and the other one that of its function. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static int returned(int n)
{
	int item = 1;

	pthread_mutex_lock(&m);
	if (n == 1) {
		int item = 5;
		count += item;
		pthread_mutex_unlock(&m);
		return item;
	}
	if (n == 2) {
		count++;
		pthread_mutex_unlock(&m);
		return item;
	}
	count++;
	pthread_mutex_unlock(&m);
	return item + 9;
}

static int gone_on(int n)
{
	int item = 1;

	pthread_mutex_lock(&m);
	if (n == 1) {
		int item = 5;
		count += item;
		pthread_mutex_unlock(&m);
		seen += item;
	} else {
		count++;
		pthread_mutex_unlock(&m);
		seen += item;
	}
	return item;
}

static int both_of_the_section(int n)
{
	pthread_mutex_lock(&m);
	if (n == 1) {
		int item = 5;
		count += item;
		pthread_mutex_unlock(&m);
		return item;
	}
	if (n == 2) {
		int item = 6;
		count -= item;
		pthread_mutex_unlock(&m);
		return item;
	}
	count++;
	pthread_mutex_unlock(&m);
	return 9;
}

int main(void)
{
	printf("%d %d %d\n", returned(1), returned(2), returned(3));
	printf("%d %d %d\n", gone_on(1), gone_on(2), gone_on(3));
	printf("%d %d %d\n", both_of_the_section(1), both_of_the_section(2), both_of_the_section(3));
	printf("%d %d\n", count, seen);
	return 0;
}
