/* Arrays of variable length that are about where the lock is given back for a while: no jump may lead into their block. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count, rows[8];

static int around_a_wait(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	int sizes[n + 1];
	memset(sizes, 0, sizeof(sizes));
	if (n > 1) {
		count += sizes[1];
		while (count < 0)
			pthread_cond_wait(&c, &m);
		count++;
	}
	pthread_mutex_unlock(&m);
	return n;
}

static int around_a_pause(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	int (*row)[n] = (int (*)[n])rows;
	(*row)[0]++;
	if (n > 1) {
		pthread_mutex_unlock(&m);
		n--;
		pthread_mutex_lock(&m);
		count++;
	}
	pthread_mutex_unlock(&m);
	return n;
}

static int beside_a_wait(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	if (n > 1) {
		int sizes[n + 1];
		memset(sizes, 0, sizeof(sizes));
		count += sizes[1];
	}
	while (count < 0)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d %d\n", around_a_wait(1), around_a_wait(2), around_a_wait(3));
	printf("%d %d %d\n", around_a_pause(1), around_a_pause(2), around_a_pause(3));
	printf("%d %d %d\n", beside_a_wait(1), beside_a_wait(2), beside_a_wait(3));
	printf("%d %d\n", count, rows[0]);
	return 0;
}
