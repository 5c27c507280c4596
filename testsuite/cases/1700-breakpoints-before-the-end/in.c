/* Where nobody handles or blocks SIGTRAP, a thread that raises it stops for a debugger, or ends the program, whoever it
 * is: an allocator that gives up so binds nobody to a thread.
 */
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct source {
	char *name;
	struct source *next;
};

static pthread_mutex_t sources_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct source *sources;
static volatile sig_atomic_t stopped;

static void break_here(void)
{
	raise(SIGTRAP);
}

static void crash(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	exit(1);
}

static void *allocate(size_t size)
{
	void *ptr = calloc(1, size);

	if (!ptr) {
		break_here();
		crash("Out of memory while trying to allocate %lu bytes\n", (unsigned long)size);
	}
	return ptr;
}

void source_add(const char *name)
{
	struct source *source;

	pthread_mutex_lock(&sources_mutex);
	source = allocate(sizeof(*source));
	source->name = allocate(strlen(name) + 1);
	strcpy(source->name, name);
	source->next = sources;
	sources = source;
	pthread_mutex_unlock(&sources_mutex);
}

size_t source_count(const char *name)
{
	size_t count = 0;

	pthread_mutex_lock(&sources_mutex);
	for (struct source *source = sources; source; source = source->next) {
		if (!source->name)
			kill(getpid(), SIGTRAP);
		count += strcmp(source->name, name) == 0;
	}
	pthread_mutex_unlock(&sources_mutex);
	return count;
}

static void stop(int number)
{
	stopped = number;
}

int main(void)
{
	signal(SIGTERM, stop);
	source_add("camera");
	source_add("screen");
	source_add("camera");
	printf("%zu %d\n", source_count("camera"), (int)stopped);
	return 0;
}
