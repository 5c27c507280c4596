/* What stands behind a return and nothing reaches is not what a section, or a function that it calls, does. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, limit = 2;

static void *counter(void *arg)
{
	int *n = arg;

	pthread_mutex_lock(&lock);
	count += *n;
	pthread_mutex_unlock(&lock);
	return NULL;
	pthread_exit(NULL);
}

static int step(int by)
{
	return by + limit;
	pthread_exit(NULL);
}

static int add(int n)
{
	pthread_mutex_lock(&lock);
	if (n > limit) {
		count -= step(n);
		pthread_mutex_unlock(&lock);
		return -1;
		pthread_exit(NULL);
	}
	count += step(n);
	pthread_mutex_unlock(&lock);
	return 0;
	sleep(1);
}

static int sum(int n)
{
	int made = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		if (i == limit) {
			continue;
			pthread_exit(NULL);
		}
		made += count;
		if (made > 100) {
			break;
			sleep(1);
		}
	}
	switch (made) {
	case 0:
		made = 1;
		break;
		sleep(2);
	default:
		made++;
	}
	pthread_mutex_unlock(&lock);
	return made;
}

/* These are reached. */
static int behind_a_label(int n)
{
	pthread_mutex_lock(&lock);
	if (n > limit)
		goto out;
	count++;
	pthread_mutex_unlock(&lock);
	return 0;
out:
	usleep(1);
	count--;
	pthread_mutex_unlock(&lock);
	return -1;
}

static int behind_a_case(int n)
{
	pthread_mutex_lock(&lock);
	switch (n) {
	case 0:
		break;
	case 1:
		usleep(1);
	}
	count += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int behind_a_label_in_a_loop(int n)
{
	pthread_mutex_lock(&lock);
	if (n > limit)
		goto in;
	goto out;
	while (n < limit) {
		usleep(1);
	in:
		n--;
	}
out:
	count += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	int two = 2;

	counter(&two);
	printf("%d %d %d\n", add(1), add(5), count);
	printf("%d %d %d\n", sum(0), sum(1), sum(4));
	printf("%d %d %d\n", behind_a_label(1), behind_a_label(3), count);
	printf("%d %d %d\n", behind_a_case(0), behind_a_case(1), count);
	printf("%d %d %d\n", behind_a_label_in_a_loop(3), behind_a_label_in_a_loop(1), count);
	return 0;
}
