/*
 * Releases in the middle whose results are checked, with a return of their own
 * for what never happens.
 */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fd_entry { bool in_use, is_open; int fd; };
static struct fd_entry entries[4];
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);

struct get_cs {                   /* lock, in.c:20-51 */
	struct fd_entry *result;  /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct fd_entry *first_free = NULL;
	struct fd_entry *result = NULL;

	for (int i = 0; i < 4; i++) {
		if (entries[i].in_use)
			continue;
		if (first_free == NULL)
			first_free = &entries[i];
	}

	/* The list is full! The caller needs to block. */
	if (first_free == NULL) {
		return 1;
	}

	/* Grab our result entry, and mark it as in use. */
	result = first_free;
	result->in_use = true;

	/* Release the lock now that we got our entry. */
	cs->result = result;
	return 0;
}

static struct fd_entry *get(int port, bool *retry)
{
	*retry = false;

	struct fd_entry *result;
	struct get_cs cs;
	int way = rcl_exec_anon(&lock, get_cs, &cs, sizeof(cs));

	if (way < 0) {
		fprintf(stderr, "pthread_mutex_lock failed %d %s", errno, strerror(errno));
		return NULL;
	}
	if (way == 1) {
		*retry = true;
		return NULL;
	}
	result = cs.result;

	if (result->is_open)
		result->fd++;
	result->fd += port;
	return result;
}

struct drop_cs {             /* lock, in.c:67-78 */
	struct fd_entry *e;  /* in */
	int fd;              /* in-out */
};

static int drop_cs(void *ctx)
{
	struct drop_cs *cs = ctx;
	struct fd_entry *e = cs->e;
	int fd = cs->fd;

	while (e->in_use) {
		fd += 4;
		if (fd > 6) {
			e->in_use = false;
			cs->fd = fd;
			return 1;
		}
	}
	return RCL_KEEP;
}

static int drop(struct fd_entry *e)
{
	int fd = e->fd;

	struct drop_cs cs = { .e = e, .fd = fd };
	if (rcl_exec_anon(&lock, drop_cs, &cs, sizeof(cs)) == 1) {
		fd = cs.fd;
		return fd;
	}
	rcl_unlock(&lock);
	return -1;
}

int main(void)
{
	bool retry;
	int n = 0;

	for (int i = 0; i < 6; i++) {
		struct fd_entry *e = get(i, &retry);
		n += e ? e->fd : retry ? 100 : 1000;
	}
	for (int i = 0; i < 4; i++)
		n = n * 3 + drop(&entries[i]);
	printf("%d\n", n);
	return 0;
}
