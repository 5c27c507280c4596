#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n, asked;

static int ask(int how)
{
	asked += how;
	return asked;
}

/* Each branch of a switch gives the lock back, and what follows that goes on. */
static int branches(int how)
{
	int r = 0;

	pthread_mutex_lock(&lock);
	switch (how) {
	case 0:
		n++;
		pthread_mutex_unlock(&lock);
		break;
	case 1:
		n--;
		pthread_mutex_unlock(&lock);
		r = ask(how);
		break;
	case 2:
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			return -1;
		}
		/* fall through */
	default:
		n += how;
		pthread_mutex_unlock(&lock);
		r = ask(2);
	}
	r += asked;
	return r;
}

/* The last thing of its block. */
static void last(int how)
{
	if (how) {
		pthread_mutex_lock(&lock);
		switch (how) {
		case 1:
			n++;
			pthread_mutex_unlock(&lock);
			break;
		default:
			pthread_mutex_unlock(&lock);
		}
	}
	ask(how);
}

/* A branch that falls into the next one has no lock there. */
static void falls(int how)
{
	pthread_mutex_lock(&lock);
	switch (how) {
	case 1:
		n++;
		pthread_mutex_unlock(&lock);
		/* fall through */
	default:
		ask(1);
	}
	if (how != 1)
		pthread_mutex_unlock(&lock);
}

/* One of its values has no branch: the lock is still held there. */
static int without(int how)
{
	pthread_mutex_lock(&lock);
	n++;
	switch (how) {
	case 0:
		pthread_mutex_unlock(&lock);
		return 0;
	case 1:
		pthread_mutex_unlock(&lock);
		ask(1);
		return 1;
	}
	n++;
	pthread_mutex_unlock(&lock);
	return 2;
}

/* In a loop, where continue and break of the loop lead elsewhere than that of the switch. */
static int loop(int times)
{
	int sum = 0;

	for (int i = 0; i < times; i++) {
		pthread_mutex_lock(&lock);
		switch (i % 4) {
		case 0:
			n++;
			pthread_mutex_unlock(&lock);
			continue;
		case 1:
			n += 2;
			pthread_mutex_unlock(&lock);
			break;
		case 2:
			pthread_mutex_unlock(&lock);
			sum += ask(1);
			break;
		default:
			n += 3;
			pthread_mutex_unlock(&lock);
		}
		sum += i;
	}
	return sum;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%d ", branches(i));
	printf("%d\n", branches(2));
	for (int i = 0; i < 3; i++)
		last(i);
	falls(0);
	falls(1);
	for (int i = 0; i < 3; i++)
		printf("%d ", without(i));
	printf("%d %d %d\n", loop(9), n, asked);
	return 0;
}
