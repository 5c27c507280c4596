/* What a lock function is given may be something else when it is asked for again: the section stays in place. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int holder[2], sum;
static _Atomic int current;

static void take(int number)
{
	pthread_mutex_lock(&locks[number]);
	holder[number]++;
}

static void give(int number)
{
	holder[number]--;
	pthread_mutex_unlock(&locks[number]);
}

static void add(int n)
{
	take(current);
	sum += n;
	give(current);
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 10; i++) {
		int number = i & 1;

		take(number);
		sum += holder[number] != 1;
		give(number);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	add(2);
	printf("%d %d %d\n", sum, holder[0], holder[1]);
	return 0;
}
