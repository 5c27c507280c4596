#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 4, taken;

/* the release at the label is for who has the lock and for who has given it back */
static int take(int wanted)
{
	int error = 0, held = 0;

	if (wanted < 0) {
		error = -1;
		goto out;
	}
	pthread_mutex_lock(&lock);
	held = 1;
	if (wanted > left) {
		error = -2;
		goto out;
	}
	left -= wanted;
	if (wanted == 0) {
		pthread_mutex_unlock(&lock);
		held = 0;
		printf("nothing\n");
		goto out;
	}
	taken += wanted;
out:
	if (held)
		pthread_mutex_unlock(&lock);
	return error ? error : taken;
}

/* a label that a jump backwards leads to from behind the release: it begins again */
static int drain(int step)
{
	int rounds = 0;

	pthread_mutex_lock(&lock);
	rounds++;
	left -= step;
more:
	taken++;
	if (left > 0) {
		left--;
		goto more;
	}
	if (rounds < 3)
		pthread_mutex_unlock(&lock);
	if (rounds < 3) {
		rounds++;
		pthread_mutex_lock(&lock);
		goto more;
	}
	pthread_mutex_unlock(&lock);
	return rounds;
}

int main(void)
{
	int i;

	for (i = -1; i < 4; i++)
		printf("%d\n", take(i));
	printf("%d\n", take(1));
	printf("%d\n", drain(1));
	printf("%d %d\n", left, taken);
	return 0;
}
