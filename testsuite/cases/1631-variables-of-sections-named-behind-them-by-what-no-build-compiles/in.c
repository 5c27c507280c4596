/* What a section declares, and code names behind it that no build compiles: that code must have it, not the file's. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long spare = 100, sum;

static void add(int n)
{
	pthread_mutex_lock(&lock);
	long spare = -n;
	sum += n;
	pthread_mutex_unlock(&lock);
#ifdef TRACING
	spare += 7;
	printf("add %ld\n", spare);
#endif
}

/* its client declares what belongs to the inner section, in the part that executes without the lock */
static void add_twice(int n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	{
		for (int i = 0; i < 2; i++) {
			pthread_mutex_unlock(&lock);
			n++;
			pthread_mutex_lock(&lock);
			long spare = -n;
			sum += i;
			pthread_mutex_unlock(&lock);
			n += 2;
#ifdef TRACING
			spare += 7;
			printf("add_twice %ld\n", spare);
#endif
			pthread_mutex_lock(&lock);
		}
	}
	pthread_mutex_unlock(&lock);
}

/* what such code changes while the lock is released, the section goes on with */
static long add_up(long limit)
{
	long step = 1, steps = 0;

	pthread_mutex_lock(&lock);
	while (sum < limit) {
		sum += step;
		steps++;
		pthread_mutex_unlock(&lock);
#ifdef FASTER
		step *= 2;
#endif
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return steps;
}

/* a field, and a variable that such code declares itself, are others */
static void note(int n)
{
	pthread_mutex_lock(&lock);
	long spare = -n, left = n;
	sum += spare + left;
	pthread_mutex_unlock(&lock);
#ifdef TRACING
	struct { long spare; } note = { .spare = n };
	{
		long left = note.spare;
		printf("note %ld\n", left);
	}
#endif
}

int main(void)
{
	add(1);
	add_twice(2);
	note(3);
	printf("%ld steps, %ld %ld\n", add_up(100), sum, spare);
	return 0;
}
