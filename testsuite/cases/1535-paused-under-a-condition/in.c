/* A lock that is taken under a condition, given back and taken again for a while, perhaps in a loop. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, pending, threadsafe;

static void work(void)
{
	if (pending > 0)
		pending--;
}

static int drain(int n)
{
	int rounds = 0;

	if (threadsafe)
		pthread_mutex_lock(&lock);
	while (pending > 0) {
		total += n;
		rounds++;
		if (threadsafe)
			pthread_mutex_unlock(&lock);
		work();
		if (threadsafe)
			pthread_mutex_lock(&lock);
	}
	total++;
	if (threadsafe)
		pthread_mutex_unlock(&lock);
	return rounds;
}

static int once(int n)
{
	if (threadsafe)
		pthread_mutex_lock(&lock);
	total += n;
	if (threadsafe)
		pthread_mutex_unlock(&lock);
	work();
	if (threadsafe)
		pthread_mutex_lock(&lock);
	total += n;
	if (threadsafe)
		pthread_mutex_unlock(&lock);
	return n;
}

/* it is left in the pause, too */
static int leaves(int n)
{
	if (threadsafe)
		pthread_mutex_lock(&lock);
	for (;;) {
		total += n;
		if (total > 100)
			break;
		if (total > 50) {
			if (threadsafe)
				pthread_mutex_unlock(&lock);
			return -1;
		}
		if (threadsafe)
			pthread_mutex_unlock(&lock);
		work();
		if (pending == 1)
			return 0;
		if (threadsafe)
			pthread_mutex_lock(&lock);
	}
	if (threadsafe)
		pthread_mutex_unlock(&lock);
	return n;
}

/* two sections */
static void pauses(int n)
{
	if (threadsafe)
		pthread_mutex_lock(&lock);
	total += n;
	if (threadsafe)
		pthread_mutex_unlock(&lock);
	threadsafe = !threadsafe;
	if (threadsafe)
		pthread_mutex_lock(&lock);
	total -= n;
	if (total < 0)
		total = 0;
	if (threadsafe)
		pthread_mutex_unlock(&lock);
}

/* taken again in any case */
static int always(int n)
{
	if (threadsafe)
		pthread_mutex_lock(&lock);
	while (pending > 0) {
		total += n;
		if (threadsafe)
			pthread_mutex_unlock(&lock);
		work();
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return n;
}

/* which never ends */
static void *endless(void *step)
{
	if (threadsafe)
		pthread_mutex_lock(&lock);
	for (;;) {
		total += *(int *)step;
		if (threadsafe)
			pthread_mutex_unlock(&lock);
		work();
		if (threadsafe)
			pthread_mutex_lock(&lock);
	}
	return NULL;
}

/* for a thread */
static void *serves(void *rounds)
{
	int n = *(int *)rounds;

	if (threadsafe)
		pthread_mutex_lock(&lock);
	for (;;) {
		total += n;
		if (n-- == 0) {
			if (threadsafe)
				pthread_mutex_unlock(&lock);
			break;
		}
		if (threadsafe)
			pthread_mutex_unlock(&lock);
		work();
		if (threadsafe)
			pthread_mutex_lock(&lock);
	}
	return NULL;
}

int main(void)
{
	int rounds = 3;

	pending = 3;
	printf("%d %d\n", drain(1), once(2));
	threadsafe = 1;
	pending = 2;
	printf("%d %d\n", drain(1), once(2));
	pending = 3;
	printf("%d", leaves(9));
	threadsafe = 0;
	printf(" %d\n", leaves(9));
	pauses(2);
	pauses(3);
	threadsafe = 1;
	printf("%d\n", always(0));
	threadsafe = 0;
	serves(&rounds);
	threadsafe = 1;
	serves(&rounds);
	if (total > 1000)
		endless(&rounds);
	printf("%d\n", total);
	return 0;
}
