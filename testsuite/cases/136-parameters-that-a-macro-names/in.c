#include <pthread.h>
#include <stdio.h>

#define ATTR_UNUSED(x) x __attribute__((unused))

struct zone {
	pthread_mutex_t lock;
	int used, asked;
};

/* spatch takes arg for the name of a type here, and from here on. */
static void removed(struct zone *z, void *ATTR_UNUSED(arg), int ATTR_UNUSED(how))
{
	pthread_mutex_lock(&z->lock);
	z->used--;
	pthread_mutex_unlock(&z->lock);
}

static void asked(void *arg, int how)
{
	struct zone *z = (struct zone *)arg;

	printf("asked %d\n", how);
	pthread_mutex_lock(&z->lock);
	z->asked += how;
	pthread_mutex_unlock(&z->lock);
}

int main(void)
{
	struct zone zone = { .used = 2 };

	pthread_mutex_init(&zone.lock, NULL);
	removed(&zone, NULL, 1);
	asked(&zone, 3);
	printf("%d %d\n", zone.used, zone.asked);
	return 0;
}
