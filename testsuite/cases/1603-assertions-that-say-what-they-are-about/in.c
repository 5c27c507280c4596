#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define FATAL_ASSERT(cond) \
	do { \
		if (!(cond)) \
			fatal(#cond, __FILE__, __LINE__); \
	} while (0)

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total;
int checked;

__attribute__((noreturn)) static void fatal(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, what);
	abort();
}

static void add(int n)
{
	FATAL_ASSERT(!pthread_mutex_lock(&guard) && "cannot lock");
	total += n;
	FATAL_ASSERT(!pthread_mutex_unlock(&guard) && "cannot unlock");
}

static void add_twice(int n)
{
	FATAL_ASSERT(pthread_mutex_lock(&guard) == 0 && "cannot lock");
	total += n;
	total += n;
	FATAL_ASSERT(pthread_mutex_unlock(&guard) == 0);
}

/* whether it fails is a matter of something else, too */
static void add_checked(int n)
{
	FATAL_ASSERT(!pthread_mutex_lock(&guard) && checked);
	total += n;
	FATAL_ASSERT(!pthread_mutex_unlock(&guard));
}

int main(void)
{
	checked = 1;
	FATAL_ASSERT(total == 0 && "not counted yet");
	add(2);
	add_twice(3);
	add_checked(4);
	printf("%d\n", total);
	return 0;
}
