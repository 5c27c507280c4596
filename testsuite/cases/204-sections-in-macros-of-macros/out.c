#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define mtx_lock(m) rcl_lock(m)
#define mtx_unlock(m) rcl_unlock(m)

struct peer {
	rcl_mutex_t name_lock;
	char name[16];
	int level;
};

static int lines;

/* The one section; each macro below leads to it. */
#define say(peer, text) \
	do { \
		char _name[16]; \
		mtx_lock(&(peer)->name_lock); \
		strcpy(_name, (peer)->name); \
		mtx_unlock(&(peer)->name_lock); \
		printf("%s: %s\n", _name, text); \
	} while (0)

#define debug(peer, text) \
	do { \
		if ((peer)->level > 0) \
			say(peer, text); \
	} while (0)

#define check(peer, n) \
	do { \
		if ((n) < 0) \
			say(peer, "negative"); \
		else if ((n) > 9) \
			debug(peer, "large"); \
	} while (0)

struct take_cs {  /* peer->name_lock, in.c:44-46 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	lines += n;
	return 0;
}

static void take(struct peer *peer, int n)
{
	check(peer, n);
	debug(peer, "took");
	struct take_cs cs = { .n = n };
	rcl_exec_anon(&peer->name_lock, take_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct peer peer = { RCL_MUTEX_INITIALIZER(peer_name_lock), "one", 1 };

	take(&peer, -1);
	take(&peer, 12);
	printf("%d\n", lines);
	return 0;
}
