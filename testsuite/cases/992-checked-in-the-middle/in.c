/*
 * Releases in the middle whose results are checked, with a return of their own
 * for what never happens.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fd_entry { bool in_use, is_open; int fd; };
static struct fd_entry entries[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct fd_entry *get(int port, bool *retry)
{
	*retry = false;

	if (pthread_mutex_lock(&lock) != 0) {
		fprintf(stderr, "pthread_mutex_lock failed %d %s", errno, strerror(errno));
		return NULL;
	}

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
		if (pthread_mutex_unlock(&lock) != 0) {
			fprintf(stderr, "pthread_mutex_unlock failed\n");
			return NULL;
		}

		*retry = true;
		return NULL;
	}

	/* Grab our result entry, and mark it as in use. */
	result = first_free;
	result->in_use = true;

	/* Release the lock now that we got our entry. */
	if (pthread_mutex_unlock(&lock) != 0) {
		fprintf(stderr, "pthread_mutex_unlock failed\n");
		result->in_use = false;
		return NULL;
	}

	if (result->is_open)
		result->fd++;
	result->fd += port;
	return result;
}

static int drop(struct fd_entry *e)
{
	int fd = e->fd;

	pthread_mutex_lock(&lock);
	while (e->in_use) {
		fd += 4;
		if (fd > 6) {
			e->in_use = false;
			if (pthread_mutex_unlock(&lock) != 0) {
				perror("pthread_mutex_unlock");
				break;
			}
			return fd;
		}
	}
	pthread_mutex_unlock(&lock);
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
