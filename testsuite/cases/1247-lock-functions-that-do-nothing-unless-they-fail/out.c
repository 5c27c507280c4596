/* A lock function that is called through a pointer, and says if it fails: there is nothing to move. And a macro that
   declares and defines a function at one place. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define METHOD(name, ret, ...) static ret name(__VA_ARGS__); \
	static ret name(__VA_ARGS__)

struct mutex {
	void (*lock)(struct mutex *);
	void (*unlock)(struct mutex *);
	rcl_mutex_t mutex;
};

static void say(const char *text)
{
	fprintf(stderr, "%s\n", text);
}

static void (*report)(const char *text) = say;
static int sum;

static rcl_mutex_t *lock_mutex(struct mutex *this)
{
	return &this->mutex;
}

METHOD(lock, void, struct mutex *this)
{
	int err;

	err = rcl_lock(&this->mutex);
	if (err)
	{
		report(strerror(err));
	}
}

METHOD(unlock, void, struct mutex *this)
{
	int err;

	err = rcl_unlock(&this->mutex);
	if (err)
	{
		report(strerror(err));
	}
}

struct add_cs {  /* m->mutex, in.c:48-50 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static void add(struct mutex *m, int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(lock_mutex(m), add_cs, &cs, sizeof(cs));
}

static void add_by_pointer(struct mutex *m, int n)
{
	m->lock(m);
	sum += n;
	m->unlock(m);
}

int main(void)
{
	struct mutex m = { lock, unlock, RCL_MUTEX_INITIALIZER(mutex_mutex) };

	add(&m, 1);
	add_by_pointer(&m, 1);
	printf("%d\n", sum);
	return 0;
}
