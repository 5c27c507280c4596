/* What a section uses, and what stands behind it only sets, as in janus: gcc complains of a variable that is only set. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char line[] = "some words";
static int letters;

static int declared_inside(void)
{
	pthread_mutex_lock(&lock);
	char *word = strchr(line, 'w');
	letters += (int)strlen(word);
	pthread_mutex_unlock(&lock);
	word = NULL;
	return 1;
}

static int declared_before(int n)
{
	char *word;

	pthread_mutex_lock(&lock);
	word = strchr(line, 's');
	letters += (int)strlen(word);
	pthread_mutex_unlock(&lock);
	if (n)
		word = NULL;
	return 2;
}

static int with_a_value(void)
{
	char *word = line;

	pthread_mutex_lock(&lock);
	letters += (int)strlen(word);
	pthread_mutex_unlock(&lock);
	word = NULL;
	return 3;
}

static int in_a_way_out(int n)
{
	pthread_mutex_lock(&lock);
	char *word = line + n;
	if (*word == 's') {
		pthread_mutex_unlock(&lock);
		word = NULL;
		return 4;
	}
	letters += n;
	pthread_mutex_unlock(&lock);
	return 5;
}

int main(void)
{
	printf("%d %d %d\n", declared_inside(), declared_before(1), with_a_value());
	printf("%d %d\n", in_a_way_out(0), in_a_way_out(1));
	printf("%d\n", letters);
	return 0;
}
