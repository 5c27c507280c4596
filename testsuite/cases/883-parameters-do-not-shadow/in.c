/* -Wshadow: what other functions call their parameters is no name outside of them; what macros and pointers declare is. */
#include <pthread.h>
#include <stdio.h>

#define COUNTER(name) static int name

struct handle {
	pthread_mutex_t lock;
	int value;
};

typedef void callback(void *arg, int (*way)(int), char *argv[]);

static struct handle handle = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int (*cs)(int);
COUNTER(at);

static int twice(int by)
{
	at++;
	return by * 2;
}

static void add(struct handle *ctx, int by)
{
	pthread_mutex_lock(&ctx->lock);
	ctx->value += by;
	pthread_mutex_unlock(&ctx->lock);
}

static void added(void *arg, int (*way)(int), char *argv[])
{
	int by = way(1), odd;

	pthread_mutex_lock(&handle.lock);
	odd = handle.value % 2;
	handle.value += by;
	pthread_mutex_unlock(&handle.lock);
	if (odd)
		add(arg, argv[0] != NULL);
}

int main(void)
{
	char *names[] = { "one", NULL };
	callback *call = added;

	cs = twice;
	add(&handle, 1);
	call(&handle, cs, names);
	printf("%d %d\n", handle.value, at);
	return 0;
}
