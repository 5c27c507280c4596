/* Functions that libc calls, as it has been told before, ask which thread they run in, or wait. */
#define _GNU_SOURCE
#include <argp.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);
static _Thread_local pid_t own;
static FILE *stream;
static int total, wrong, written;

static ssize_t put(void *cookie, const char *text, size_t size)
{
	(void)text;
	wrong += gettid() != own;
	*(int *)cookie += (int)size;
	return (ssize_t)size;
}

static error_t parse(int key, char *given, struct argp_state *state)
{
	(void)state;
	if (key != ARGP_KEY_ARG)
		return 0;
	wrong += gettid() != own;
	total += given[0] == 'x';
	return 0;
}

struct add_cs {  /* lock, in.c:33-34 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	fprintf(stream, "%d\n", n);
	fflush(stream);
	n = total;
	rcl_unlock(&lock);
	return n;
}

static int read_all(int n)
{
	static const struct argp argp = { .parser = parse };
	char name[] = "name", text[] = "x";
	char *all[] = { name, text, NULL };

	rcl_lock(&other);
	argp_parse(&argp, 2, all, 0, NULL, NULL);
	total += n;
	rcl_unlock(&other);
	return n;
}

static void *work(void *arg)
{
	own = gettid();
	*(int *)arg = add(1) + read_all(2);
	return NULL;
}

int main(void)
{
	cookie_io_functions_t functions = { .write = put };
	pthread_t thread;
	int found = 0;

	own = gettid();
	stream = fopencookie(&written, "w", functions);
	found = add(3) + read_all(4);
	pthread_create(&thread, NULL, work, &found);
	pthread_join(thread, NULL);
	fclose(stream);
	printf("%d %d %d %d\n", found, total, wrong, written);
	return 0;
}
