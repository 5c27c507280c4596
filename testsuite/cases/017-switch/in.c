#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static int step(int command, int by)
{
	switch (command) {
	case 0:
		pthread_mutex_lock(&lock);
		state += by;
		pthread_mutex_unlock(&lock);
		break;
	case 1:
		by *= 2;
		pthread_mutex_lock(&lock);
		switch (state) {
		case 5:
			state = by;
			break;
		default:
			state = 0;
		}
		pthread_mutex_unlock(&lock);
		break;
	default:
		return -1;
	}
	return state;
}

int main(void)
{
	printf("%d", step(0, 5));
	printf(" %d", step(1, 8));
	printf(" %d", step(1, 8));
	printf(" %d\n", step(2, 8));
	return 0;
}
