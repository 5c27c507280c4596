#include <pthread.h>
#include <stdio.h>

struct plugin {
	void (*unlock)(void *ctx);
	void *ctx;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, given_back;

static void cleanup_mutex(void *arg)
{
	pthread_mutex_unlock(arg);
}

static void cleanup_file(void *arg)
{
	fclose(arg);
}

static void cleanup_count(void *arg)
{
	(*(int *)arg)++;
}

static int first(const char *name)
{
	int c;
	FILE *file = fopen(name, "r");

	if (!file)
		return -1;
	pthread_cleanup_push(cleanup_file, file);
	c = getc(file);
	pthread_cleanup_pop(1);
	return c;
}

/* A pair behind a label stays the macros': the handler is in their variable. */
static int last(const char *name)
{
	int c;
	FILE *file = fopen(name, "r");

	if (!file)
		return -1;
	c = getc(file);
	if (c == EOF)
		goto out;
	while (!feof(file))
		c = getc(file);
out:
	pthread_cleanup_push(cleanup_file, file);
	c += ferror(file);
	pthread_cleanup_pop(1);
	return c;
}

static void add(int n)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(cleanup_mutex, &lock);
	total += n;
	pthread_cleanup_pop(1);
}

/* Nothing but the one function is called by this name. */
static void add_twice(int n)
{
	void (*const give_back)(void *) = cleanup_mutex;

	pthread_mutex_lock(&lock);
	total += 2 * n;
	give_back(&lock);
}

/* Whatever it is, it is none of the handlers that are only pushed. */
static void use(struct plugin *plugin)
{
	pthread_cleanup_push(plugin->unlock, plugin->ctx);
	add(100);
	pthread_cleanup_pop(1);
}

int main(void)
{
	struct plugin plugin = { cleanup_count, &given_back };

	for (int n = 1; n < 8; n++)
		add(n);
	add_twice(8);
	use(&plugin);
	printf("%d %d\n", total, given_back);
	printf("%d %d\n", first("/dev/null"), last("/dev/null"));
	return 0;
}
