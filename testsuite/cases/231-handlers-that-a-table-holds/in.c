#include <pthread.h>
#include <stdio.h>

struct kind {
	void (*give_back)(void *arg);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void cleanup_mutex(void *arg)
{
	pthread_mutex_unlock(arg);
}

static void cleanup_file(void *arg)
{
	fclose(arg);
}

static const struct kind kinds[] = { { cleanup_mutex }, { cleanup_file } };

static void add(int n)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(cleanup_mutex, &lock);
	total += n;
	pthread_cleanup_pop(1);
}

/* By the calls alone the lock may be given to fclose(), which takes no mutex by its type. */
static void add_and_give_back(int n, const struct kind *kind, void *arg)
{
	pthread_mutex_lock(&lock);
	total += n;
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
