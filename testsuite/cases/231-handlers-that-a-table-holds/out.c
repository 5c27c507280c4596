#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct kind {
	void (*give_back)(void *arg);
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static void cleanup_mutex(void *arg)
{
	rcl_unlock(arg);
}

static void cleanup_file(void *arg)
{
	fclose(arg);
}

static const struct kind kinds[] = { { cleanup_mutex }, { cleanup_file } };

struct add_cs {  /* lock, in.c:25-28 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	pthread_cleanup_push(cleanup_mutex, &lock);
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);
}

struct add_and_give_back_cs {  /* lock, in.c:34-35 */
	int n;                 /* in */
};

static int add_and_give_back_cs(void *ctx)
{
	struct add_and_give_back_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* By the calls alone the lock may be given to fclose(), which takes no mutex by its type. */
static void add_and_give_back(int n, const struct kind *kind, void *arg)
{
	struct add_and_give_back_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_and_give_back_cs, &cs, sizeof(cs));
	kind->give_back(arg);
}

int main(void)
{
	FILE *file = fopen("/dev/null", "r");

	for (int n = 1; n < 8; n++)
		add(n);
	add_and_give_back(8, &kinds[0], &lock);
	if (file)
		kinds[1].give_back(file);
	printf("%d\n", total);
	return 0;
}
