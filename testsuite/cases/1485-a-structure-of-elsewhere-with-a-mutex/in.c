/* Code of elsewhere knows a structure in which the address of a mutex stands: nothing is converted. */
#include <pthread.h>

struct watcher {
	void *handle;
};

void watch(const struct watcher *watcher);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void start(void)
{
	struct watcher own = { &lock };

	watch(&own);
}

int next(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count;
	pthread_mutex_unlock(&lock);
	return n;
}
