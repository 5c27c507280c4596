#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int words, numbers, looked;
static struct timespec seen;
static struct timespec *last;

/* strtok_r keeps where it is in the variable, not where the variable is. */
static int count(char *text)
{
	int found = 0;

	pthread_mutex_lock(&lock);
	char *rest;
	char *word = strtok_r(text, " ", &rest);
	while (word != NULL) {
		char *end;

		words++;
		found++;
		if (strtol(word, &end, 10) > 0 && *end == '\0')
			numbers++;
		word = strtok_r(NULL, " ", &rest);
	}
	pthread_mutex_unlock(&lock);
	return found;
}

static int later(const struct timespec *now, const struct timespec *before)
{
	return now->tv_sec >= before->tv_sec;
}

static int look(int n)
{
	return n * 2;
}

/* What has been looked at before the lock is given back for a while is of no use after that. */
static void refresh(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 0) {
		struct timespec now = { n, 0 };

		if (later(&now, &seen)) {
			int result;

			pthread_mutex_unlock(&lock);
			result = look(n);
			pthread_mutex_lock(&lock);
			looked += result;
		}
	}
	looked++;
	pthread_mutex_unlock(&lock);
}

/* Here it is, by an address that is kept. */
static void refresh_kept(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 0) {
		struct timespec now = { n, 0 };
		int result;

		last = &now;
		pthread_mutex_unlock(&lock);
		result = look(n);
		pthread_mutex_lock(&lock);
		looked += result + (int)last->tv_sec;
		last = NULL;
	}
	pthread_mutex_unlock(&lock);
}

/* And here by its name, which a copy serves as well. */
static void refresh_used(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 0) {
		struct timespec now = { n, 0 };
		int result = later(&now, &seen);

		pthread_mutex_unlock(&lock);
		result += look(n);
		pthread_mutex_lock(&lock);
		looked += result + later(&now, &seen);
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	char text[] = "one 2 three 44";
	int found = count(text);

	refresh(3);
	refresh_kept(2);
	refresh_used(1);
	printf("%d %d %d %d\n", found, words, numbers, looked);
	return 0;
}
