#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define mtx_lock(m) pthread_mutex_lock(m)
#define mtx_unlock(m) pthread_mutex_unlock(m)

struct peer {
	pthread_mutex_t name_lock;
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

static void take(struct peer *peer, int n)
{
	check(peer, n);
	debug(peer, "took");
	mtx_lock(&peer->name_lock);
	lines += n;
	mtx_unlock(&peer->name_lock);
}

int main(void)
{
	struct peer peer = { PTHREAD_MUTEX_INITIALIZER, "one", 1 };

	take(&peer, -1);
	take(&peer, 12);
	printf("%d\n", lines);
	return 0;
}
