#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int lines;

struct note_cs {           /* lock, in.c:19-29 */
	const char *text;  /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	const char *text = cs->text;
	int ret;
	pid_t pid;
	int tail;

#ifdef _WIN32
	ret = printf("[%u] %s\n", pid, text);
#else
	pid = getpid();
	tail = lines;
	ret = printf("%d: %s %d\n", pid > 0, text, tail);
#endif
	if (ret > 0)
		lines++;
	return 0;
}

/* Each system declares the variable for itself, and one of them gives it its value there. */
static void note(const char *text)
{
#ifdef _WIN32
	unsigned pid = GetCurrentThreadId();
#endif

	struct note_cs cs = { .text = text };
	rcl_exec(&lock, note_cs, &cs, sizeof(cs));
}

int main(void)
{
	note("one");
	note("two");
	printf("%d\n", lines);
	return 0;
}
