/* The header of a source declares the source's static lock functions, which nothing calls any more. */
#include <stdio.h>

#define MESSAGES_INTERNAL
#include "declared.h"

static struct messages messages = { PTHREAD_MUTEX_INITIALIZER, 0 };

static int messages_lock(struct messages *m)
{
	if (pthread_mutex_lock(&m->lock) != 0)
		return 0;
	return 1;
}

static int messages_unlock(struct messages *m)
{
	if (pthread_mutex_unlock(&m->lock) != 0)
		return 0;
	return 1;
}

int messages_add(struct messages *m, int n)
{
	if (!messages_lock(m))
		return -1;
	m->count += n;
	messages_unlock(m);
	return n;
}

int main(void)
{
	printf("%d\n", messages_add(&messages, 2));
	printf("%d\n", messages.count);
	return 0;
}
