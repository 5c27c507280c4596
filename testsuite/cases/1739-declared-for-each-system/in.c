#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

/* Each system declares the variable for itself, and one of them gives it its value there. */
static void note(const char *text)
{
	int ret;
#ifdef _WIN32
	unsigned pid = GetCurrentThreadId();
#else
	pid_t pid;
	int tail;
#endif

	pthread_mutex_lock(&lock);
#ifdef _WIN32
	ret = printf("[%u] %s\n", pid, text);
#else
	pid = getpid();
	tail = lines;
	ret = printf("%d: %s %d\n", pid > 0, text, tail);
#endif
	if (ret > 0)
		lines++;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	note("one");
	note("two");
	printf("%d\n", lines);
	return 0;
}
