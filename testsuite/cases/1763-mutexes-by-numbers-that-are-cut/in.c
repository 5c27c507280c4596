/* The number that names a mutex is cut where it becomes a parameter's, or a variable's: it names another one then. */
#include <pthread.h>
#include <stdio.h>

#define MANY 512

struct slot {
	pthread_mutex_t mutex;
	int value;
};

/* the first 256 are those of the others' buckets, too */
static struct slot slots[MANY];

static void bucket_lock(unsigned char k)
{
	pthread_mutex_lock(&slots[k].mutex);
}

static void bucket_unlock(unsigned char k)
{
	pthread_mutex_unlock(&slots[k].mutex);
}

static void low_lock(int n)
{
	unsigned char k = n;

	pthread_mutex_lock(&slots[k].mutex);
}

static void low_unlock(int n)
{
	unsigned char k = n;

	pthread_mutex_unlock(&slots[k].mutex);
}

/* these give back the bucket that their caller has */
static void go_on(int n)
{
	pthread_mutex_lock(&slots[n].mutex);
	slots[n].value += 1;
	bucket_unlock(n);
	slots[n].value += 2;
	pthread_mutex_unlock(&slots[n].mutex);
}

static void go_on_low(int n)
{
	pthread_mutex_lock(&slots[n].mutex);
	slots[n].value += 1;
	low_unlock(n);
	slots[n].value += 2;
	pthread_mutex_unlock(&slots[n].mutex);
}

static void go_on_here(int n)
{
	unsigned char k = n;

	pthread_mutex_lock(&slots[n].mutex);
	slots[n].value += 1;
	pthread_mutex_unlock(&slots[k].mutex);
	slots[n].value += 2;
	pthread_mutex_unlock(&slots[n].mutex);
}

static void in_order(int n)
{
	bucket_lock(n);
	slots[n & 255].value++;
	go_on(n);
	low_lock(n);
	slots[n & 255].value++;
	go_on_low(n);
	low_lock(n);
	slots[n & 255].value++;
	go_on_here(n);
}

static void simple(int n)
{
	bucket_lock(n);
	slots[n & 255].value += 4;
	bucket_unlock(n);
	low_lock(n);
	slots[n & 255].value += 4;
	low_unlock(n);
	bucket_lock(7);
	slots[7].value += 4;
	pthread_mutex_unlock(&slots[7].mutex);
}

/* this variable is as large as the number */
static void whole(int n)
{
	unsigned k = n;

	pthread_mutex_lock(&slots[k].mutex);
	slots[k].value += 8;
	pthread_mutex_unlock(&slots[k].mutex);
}

static int is_taken(int n)
{
	if (pthread_mutex_trylock(&slots[n].mutex) != 0)
		return 1;
	pthread_mutex_unlock(&slots[n].mutex);
	return 0;
}

int main(void)
{
	int sum = 0;

	for (int n = 0; n < MANY; n++)
		pthread_mutex_init(&slots[n].mutex, NULL);
	in_order(300);
	in_order(301);
	simple(302);
	whole(303);
	for (int n = 0; n < MANY; n++)
		sum += slots[n].value * (n + 1) + 1000000 * is_taken(n);
	printf("%d\n", sum);
	return 0;
}
