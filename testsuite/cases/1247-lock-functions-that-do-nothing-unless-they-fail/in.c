/* A lock function that is called through a pointer, and says if it fails: there is nothing to move. And a macro that
   declares and defines a function at one place. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define METHOD(name, ret, ...) static ret name(__VA_ARGS__); \
	static ret name(__VA_ARGS__)

struct mutex {
	void (*lock)(struct mutex *);
	void (*unlock)(struct mutex *);
	pthread_mutex_t mutex;
};

static void say(const char *text)
{
	fprintf(stderr, "%s\n", text);
}

static void (*report)(const char *text) = say;
static int sum;

METHOD(lock, void, struct mutex *this)
{
	int err;

	err = pthread_mutex_lock(&this->mutex);
	if (err)
	{
		report(strerror(err));
	}
}

METHOD(unlock, void, struct mutex *this)
{
	int err;

	err = pthread_mutex_unlock(&this->mutex);
	if (err)
	{
		report(strerror(err));
	}
}

static void add(struct mutex *m, int n)
{
	lock(m);
	sum += n;
	unlock(m);
}

static void add_by_pointer(struct mutex *m, int n)
{
	m->lock(m);
	sum += n;
	m->unlock(m);
}

int main(void)
{
	struct mutex m = { lock, unlock, PTHREAD_MUTEX_INITIALIZER };

	add(&m, 1);
	add_by_pointer(&m, 1);
	printf("%d\n", sum);
	return 0;
}
