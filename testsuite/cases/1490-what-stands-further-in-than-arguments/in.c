/* Where lines of a condition stand below each other, what is somewhat further in, and comments, keep to their column. */
#include <pthread.h>
#include <stdio.h>

enum state { IDLE, WANTED, LEAVING };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static enum state state = WANTED;
static int pending, delayed;

static enum state await(void)
{
	enum state now;

	for (int round = 0; round < 2; round++) {
		pthread_mutex_lock(&lock);
		while (state != WANTED &&
		       state != LEAVING &&
		       /*
			* Somebody may have asked again
			* in the meantime.
			*/
		       (pending == 0
			 || delayed) &&
		       /* nor this */
		       !(pending > 5 &&
			 delayed))
			pthread_cond_wait(&changed, &lock);
		now = state;
		pthread_mutex_unlock(&lock);
	}
	return now;
}

static int far(int number)
{
	int found;

	pthread_mutex_lock(&lock);
	while (state == IDLE &&
	       (number ||
				delayed))	/* stands
						 * where it was */
		pthread_cond_wait(&changed, &lock);
	found = pending;
	pthread_mutex_unlock(&lock);
	return found;
}

int main(void)
{
	printf("%d %d\n", await(), far(0));
	return 0;
}
