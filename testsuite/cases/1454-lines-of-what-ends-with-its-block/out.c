#include <pthread.h>
#include "rcl_config.h"
#include <stdlib.h>
#include <string.h>

struct mutex {
	rcl_mutex_t mutex;
	char *name;
};

struct make_cs {           /* m->mutex, in.c:17-21 */
	const char *name;  /* in */
	struct mutex *m;   /* in */
};

static int make_cs(void *ctx)
{
	struct make_cs *cs = ctx;
	const char *name = cs->name;
	struct mutex *m = cs->m;

	if (name)
		m->name = strdup(name); /* kept */
	return RCL_KEEP;
}

struct mutex *make(int owned, const char *name)
{
	struct mutex *m = calloc(1, sizeof(*m));

	if (m) {
		rcl_mutex_init(&m->mutex, NULL, mutex_mutex);

		struct make_cs cs = { .name = name, .m = m };
		if (owned) {
			rcl_exec_errno(&m->mutex, make_cs, &cs, sizeof(cs));
		} else {
			make_cs(&cs);
		}
	}
	return m;
}

struct own_cs {            /* m->mutex, in.c:29-32 */
	struct mutex *m;   /* in */
	const char *name;  /* in */
};

static int own_cs(void *ctx)
{
	struct own_cs *cs = ctx;
	struct mutex *m = cs->m;
	const char *name = cs->name;

	if (name)
		m->name = strdup(name);
	return RCL_KEEP;
}

void own(struct mutex *m, const char *name)
{
	if (m) {
		struct own_cs cs = { .m = m, .name = name };
		rcl_exec_errno(&m->mutex, own_cs, &cs, sizeof(cs));
	}
}

void release(struct mutex *m)
{
	rcl_unlock(&m->mutex);
}

int main(void)
{
	struct mutex *one = make(1, "one"), *two = make(0, "two");

	own(two, "three");
	release(one);
	release(two);
	return strcmp(two->name, "three");
}
