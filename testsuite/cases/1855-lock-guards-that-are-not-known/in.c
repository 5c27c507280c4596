/* A variable that is declared behind a lock guard is cleaned up before it, while the lock is still held: what the
   clean-up function counts is not behind the section's call. */
#include <glib.h>
#include <stdio.h>

static GMutex lock;
static int sum, put_back;

static void put(char **text)
{
	if (*text != NULL)
		put_back++;
	g_free(*text);
}

static int look(const char *name)
{
	g_autoptr(GMutexLocker) locker = NULL;
	__attribute__((cleanup(put))) char *copy = g_strdup(name);

	locker = g_mutex_locker_new(&lock);
	sum += copy[0] == 'o';
	return sum;
}

int main(void)
{
	printf("%d\n", look("one") + look("two"));
	return put_back;
}
