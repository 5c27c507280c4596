/* A macro that is a block releases the lock and leaves, and a semicolon follows it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RET(r) \
	{ \
		pthread_mutex_unlock(&c->mutex); \
		return r; \
	}

#define LEAVE() { pthread_mutex_unlock(&c->mutex); return; }

struct conn {
	pthread_mutex_t mutex;
	int n;
};

static int set(struct conn *c, int n)
{
	c->n += n;
	return n < 0;
}

static int key(struct conn *c, const char *name)
{
	char *command;
	int ret;

	if (name == NULL)
		return -1;

	pthread_mutex_lock(&c->mutex);

	ret = set(c, 1);
	if (ret)
		RET(-1);

	command = strdup(name);
	ret = set(c, (int)strlen(command) - 4);
	free(command);
	if (ret)
		RET(-1);

	pthread_mutex_unlock(&c->mutex);

	return 0;
}

static char *data(struct conn *c, const char *name)
{
	char *reply;
	pthread_mutex_lock(&c->mutex);

	if (c->n < 0)
		RET(NULL);

	reply = strdup(name);
	if (reply == NULL) {
		puts("none");
		RET(NULL);
	}

	pthread_mutex_unlock(&c->mutex);
	return reply;
}

static void count(struct conn *c, int to)
{
	pthread_mutex_lock(&c->mutex);
	for (int i = 0; i < to; i++) {
		if (c->n > 9)
			LEAVE() ;
		if (c->n == 7)
			{ c->n++; LEAVE(); }
		c->n++;
	}
	if (c->n < 0) {
		c->n = 0;
		LEAVE();
	}
	c->n++;
	pthread_mutex_unlock(&c->mutex);
}

int main(void)
{
	struct conn c = { PTHREAD_MUTEX_INITIALIZER, 0 };
	char *s;

	printf("%d %d", key(&c, "abc"), key(&c, "abcdef"));
	printf(" %d", c.n);
	s = data(&c, "data");
	printf(" %s\n", s);
	free(s);
	count(&c, 2);
	printf("%d", c.n);
	count(&c, 9);
	printf(" %d", c.n);
	count(&c, 9);
	printf(" %d\n", c.n);
	return 0;
}
