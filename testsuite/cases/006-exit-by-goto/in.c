#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[4];

static int claim(int slot, int owner)
{
	int previous = -1;

	if (slot < 0)
		goto fail;
	pthread_mutex_lock(&lock);
	previous = slots[slot];
	if (previous != 0) {
		pthread_mutex_unlock(&lock);
		goto fail;
	}
	slots[slot] = owner;
	pthread_mutex_unlock(&lock);
	return 0;
fail:
	printf("(%d)", previous);
	return -1;
}

int main(void)
{
	printf("%d", claim(-1, 1));
	printf(" %d", claim(2, 7));
	printf(" %d\n", claim(2, 8));
	return 0;
}
