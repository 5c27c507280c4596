/* What a function declares of elsewhere its section declares for itself, if that means the same there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int shared;

#define LATER(n) later((n), 1)

static int prototypes(int n)
{
	int later(int a,
	          int b);
	extern int other(void);
	int got;

	pthread_mutex_lock(&lock);
	shared += LATER(n) + other();
	got = shared;
	pthread_mutex_unlock(&lock);
	return got;
}

static void variable(int n)
{
	extern int total;

	pthread_mutex_lock(&lock);
	total += n;
	pthread_mutex_unlock(&lock);
}

static int nested(void)
{
	extern int total;
	int got;

	pthread_mutex_lock(&lock);
	shared++;
	pthread_mutex_lock(&inner);
	got = total++;
	pthread_mutex_unlock(&inner);
	shared += got;
	pthread_mutex_unlock(&lock);
	return got;
}

/* several in one declaration, and one that another variable hides */
static int several(int n)
{
	extern int total, most;

	pthread_mutex_lock(&lock);
	total += n;
	most = total > most ? total : most;
	pthread_mutex_unlock(&lock);
	return n;
}

static int hides(int total)
{
	int got = total;
	{
		extern int total;

		pthread_mutex_lock(&lock);
		total += got;
		pthread_mutex_unlock(&lock);
	}
	return total;
}

/* a type of the function's own */
static int typed(int n)
{
	typedef int number;
	number taken(number);
	int got;

	pthread_mutex_lock(&lock);
	got = taken(n);
	pthread_mutex_unlock(&lock);
	return got;
}

int total, most;

int later(int a, int b)
{
	return a - b;
}

int other(void)
{
	return 7;
}

int taken(int n)
{
	return n + shared;
}

int main(void)
{
	int got = prototypes(3);

	variable(4);
	got += nested() + several(2) + hides(5) + typed(1);
	printf("%d %d %d %d\n", got, shared, total, most);
	return 0;
}
