#ifndef DECLARED_H
#define DECLARED_H

#include <pthread.h>

struct messages {
	pthread_mutex_t lock;
	int count;
};

int messages_add(struct messages *m, int n);

#ifdef MESSAGES_INTERNAL

/* Only the source has these. */
static int messages_lock(struct messages *m);
static int messages_unlock(struct messages *m);

#endif

#endif
