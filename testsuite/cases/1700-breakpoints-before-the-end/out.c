/* Where nobody handles or blocks SIGTRAP, a thread that raises it stops for a debugger, or ends the program, whoever it
 * is: an allocator that gives up so binds nobody to a thread.
 */
#include <pthread.h>
#include "rcl_config.h"
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

static rcl_mutex_t sources_mutex = RCL_MUTEX_INITIALIZER(sources_mutex);
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

struct source_add_cs {     /* sources_mutex, in.c:51-57 */
	const char *name;  /* in */
};

static int source_add_cs(void *ctx)
{
	struct source_add_cs *cs = ctx;
	const char *name = cs->name;
	struct source *source;

	source = allocate(sizeof(*source));
	source->name = allocate(strlen(name) + 1);
	strcpy(source->name, name);
	source->next = sources;
	sources = source;
	return 0;
}

void source_add(const char *name)
{
	struct source_add_cs cs = { .name = name };
	rcl_exec(&sources_mutex, source_add_cs, &cs, sizeof(cs));
}

struct source_count_cs {   /* sources_mutex, in.c:64-70 */
	const char *name;  /* in */
	size_t count;      /* in-out */
};

static int source_count_cs(void *ctx)
{
	struct source_count_cs *cs = ctx;
	const char *name = cs->name;
	size_t count = cs->count;

	for (struct source *source = sources; source; source = source->next) {
		if (!source->name)
			kill(getpid(), SIGTRAP);
		count += strcmp(source->name, name) == 0;
	}
	cs->count = count;
	return 0;
}

size_t source_count(const char *name)
{
	size_t count = 0;

	struct source_count_cs cs = { .name = name, .count = count };
	rcl_exec(&sources_mutex, source_count_cs, &cs, sizeof(cs));
	count = cs.count;
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
