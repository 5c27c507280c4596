/* An early return may be left out where the function ends behind the section, and only there; a label in a pause cuts the section. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, behind;

static void in_a_branch(int a, int b)
{
	if (a) {
		pthread_mutex_lock(&lock);
		if (b) {
			pthread_mutex_unlock(&lock);
			return;
		}
		count++;
		pthread_mutex_unlock(&lock);
	}
	behind++;
}

static void at_the_end(int a, int b)
{
	if (a) {
		pthread_mutex_lock(&lock);
		if (b) {
			pthread_mutex_unlock(&lock);
			return;
		}
		count++;
		pthread_mutex_unlock(&lock);
	}
}

static void inside_a_block(int a, int b)
{
	{
		if (a) {
			pthread_mutex_lock(&lock);
			if (b) {
				pthread_mutex_unlock(&lock);
				return;
			}
			count++;
			pthread_mutex_unlock(&lock);
		}
		behind++;
	}
}

static void in_a_loop(int a, int b)
{
	while (a--) {
		pthread_mutex_lock(&lock);
		if (b == a) {
			pthread_mutex_unlock(&lock);
			return;
		}
		count++;
		pthread_mutex_unlock(&lock);
	}
}

static int again_in_a_pause(int n)
{
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
again:
	n--;
	if (n > 0)
		goto again;
	pthread_mutex_lock(&lock);
	count += n;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 20; i++) {
		in_a_branch(i % 2, i % 3 == 0);
		at_the_end(i % 2, i % 3 == 0);
		inside_a_block(i % 2, i % 3 == 0);
		in_a_loop(i, i / 2);
		sum += again_in_a_pause(i);
	}
	printf("%d %d %d\n", count, behind, sum);
	return 0;
}
