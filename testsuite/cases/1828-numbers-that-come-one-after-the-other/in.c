/* Sections name what counts how often the file has named it. */
#include <pthread.h>
#include <stdio.h>

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define UNIQUE NAME(unique, __COUNTER__)
#define SITE() (int)(__COUNTER__)
#define AT(what) note(SITE(), what)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, seen;

static int note(int site, int n)
{
	seen = seen * 10 + site;
	return n;
}

/* the number of before comes first */
static int add(int n)
{
	int before = __COUNTER__, after;

	pthread_mutex_lock(&lock);
	total += AT(n);
	after = SITE();
	pthread_mutex_unlock(&lock);
	return 100 * before + after;
}

/* what is done while the lock is released comes first, too */
static int pause(int n)
{
	pthread_mutex_lock(&lock);
	total += n;
	pthread_mutex_unlock(&lock);
	n = SITE();
	pthread_mutex_lock(&lock);
	total += n * __COUNTER__;
	pthread_mutex_unlock(&lock);
	return n;
}

/* nothing is before */
static int first(int n)
{
	pthread_mutex_lock(&lock);
	total += __COUNTER__;
	pthread_mutex_unlock(&lock);
	return AT(n);
}

/* whatever the name is */
static int named(int n)
{
	int UNIQUE = n;

	pthread_mutex_lock(&lock);
	int UNIQUE = 2;
	total += n;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	int sum = add(1) + pause(2);

	sum = 100 * sum + first(3) + named(4);
	printf("%d %d %d\n", sum, total, seen);
	return 0;
}
