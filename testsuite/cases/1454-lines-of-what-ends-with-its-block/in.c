#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct mutex {
	pthread_mutex_t mutex;
	char *name;
};

struct mutex *make(int owned, const char *name)
{
	struct mutex *m = calloc(1, sizeof(*m));

	if (m) {
		pthread_mutex_init(&m->mutex, NULL);

		if (owned)
			pthread_mutex_lock(&m->mutex);

		if (name)
			m->name = strdup(name); /* kept */
	}
	return m;
}

void own(struct mutex *m, const char *name)
{
	if (m) {
		pthread_mutex_lock(&m->mutex);

		if (name)
			m->name = strdup(name);
	}
}

void release(struct mutex *m)
{
	pthread_mutex_unlock(&m->mutex);
}

int main(void)
{
	struct mutex *one = make(1, "one"), *two = make(0, "two");

	own(two, "three");
	release(one);
	release(two);
	return strcmp(two->name, "three");
}
