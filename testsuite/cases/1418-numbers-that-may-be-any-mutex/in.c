/* Numbers that may lead to a mutex of another library's, too: nothing is converted. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long g_mutex;
static int g_count;

static long tc_create(void)
{
	pthread_mutex_t *made;

	made = malloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(made, NULL);
	return (long)made;
}

static int tc_lock(long mutex)
{
	return pthread_mutex_lock((pthread_mutex_t *)mutex);
}

static int tc_unlock(long mutex)
{
	return pthread_mutex_unlock((pthread_mutex_t *)mutex);
}

static long given(const char *text)
{
	return text != NULL ? strtol(text, NULL, 16) : tc_create();
}

int main(void)
{
	g_mutex = given(getenv("THE_MUTEX"));
	tc_lock(g_mutex);
	g_count++;
	tc_unlock(g_mutex);
	printf("%d\n", g_count);
	return 0;
}
