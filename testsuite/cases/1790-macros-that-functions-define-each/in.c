/* Functions that each define a macro for themselves, and undo that. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int sum(int n)
{
	int got;
#define FIELD(n) (shared + (n))
	pthread_mutex_lock(&lock);
	shared = FIELD(n);
	got = FIELD(3);
	pthread_mutex_unlock(&lock);
#undef FIELD
	return got;
}

static int difference(int n)
{
	int got;
#define FIELD(n) (shared - (n))
	pthread_mutex_lock(&lock);
	shared = FIELD(n);
	got = FIELD(3);
	pthread_mutex_unlock(&lock);
#undef FIELD
	return got;
}

/* a second one in one function */
static int both(int n)
{
	int got;
#define FIELD(n) (shared * (n))
	pthread_mutex_lock(&lock);
	shared = FIELD(n);
	pthread_mutex_unlock(&lock);
#undef FIELD
#define FIELD(n) (shared ^ (n))
	pthread_mutex_lock(&lock);
	got = FIELD(n);
	pthread_mutex_unlock(&lock);
#undef FIELD
	return got;
}

#define LIMIT 4

/* one that the file has, too */
static int limited(int n)
{
#define LIMIT 4
	pthread_mutex_lock(&lock);
	shared += n < LIMIT ? n : LIMIT;
	n = shared;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	int a = sum(1), b = difference(2), c = both(3), d = limited(9);

	printf("%d %d %d %d %d\n", a, b, c, d, LIMIT);
	return 0;
}
