/* What no build compiles names a variable in an index, which is no array's bound. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct room {
	int used, place;
} rooms[4];

static int ready;

static int begin(void)
{
	int i;

	pthread_mutex_lock(&lock);
	if (!ready) {
#ifdef PLACES
		for (i = 0; i < 4; i++) {
			rooms[i].used = 0;
			rooms[i].place = -1;
		}
#endif
		ready = 1;
	}
	pthread_mutex_unlock(&lock);
	for (i = 0; i < 4; i++)
		if (!rooms[i].used)
			return i;
	return -1;
}

static int take(int n)
{
	int i = n & 3;

	pthread_mutex_lock(&lock);
	rooms[n].used++;
#ifdef PLACES
	rooms[i].place = n;
#endif
	pthread_mutex_unlock(&lock);
	return i;
}

/* Here it is one. */
static int bound(int n)
{
	int i = n & 3;

	pthread_mutex_lock(&lock);
	rooms[n].used++;
#ifdef PLACES
	char more[i];

	rooms[n].place = sizeof(more);
#endif
	pthread_mutex_unlock(&lock);
	return i;
}

int main(void)
{
	printf("%d", begin());
	printf(" %d", take(1));
	printf(" %d", bound(2));
	printf(" %d %d\n", ready, rooms[1].used);
	return 0;
}
