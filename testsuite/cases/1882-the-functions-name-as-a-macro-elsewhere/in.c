/* The functions' name is a macro for some functions alone, as an earlier rewriting makes it, and not where a section is. */
#include <pthread.h>
#include <stdio.h>

#define NOTE(n) note(__func__, n)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void note(const char *who, int n)
{
	total += n;
	printf("%s %d\n", who, total);
}

#define __func__ "named"

static void first(int n)
{
	pthread_mutex_lock(&lock);
	NOTE(n);
	pthread_mutex_unlock(&lock);
}

#undef __func__

static void second(int n)
{
	pthread_mutex_lock(&lock);
	NOTE(n);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	first(1);
	second(2);
	return 0;
}
