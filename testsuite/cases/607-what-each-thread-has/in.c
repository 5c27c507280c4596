/* Addresses of what each thread has for itself, and variables of functions that each thread has. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int *where(void) { return &errno; }
static int count(int n) { static _Thread_local int calls; calls += n; return calls; }

static int address(int n)
{
	int *p;

	pthread_mutex_lock(&lock);
	p = &errno;
	shared++;
	pthread_mutex_unlock(&lock);
	errno = 0;
	*p = n;
	return errno;
}

static int address_by_a_function(int n)
{
	int *p;

	pthread_mutex_lock(&lock);
	p = where();
	shared++;
	pthread_mutex_unlock(&lock);
	errno = 0;
	*p = n;
	return errno;
}

/* its value goes with the call */
static int value(int n)
{
	pthread_mutex_lock(&lock);
	errno = n;
	shared++;
	pthread_mutex_unlock(&lock);
	return errno;
}

static int counted(int n)
{
	int calls;

	pthread_mutex_lock(&lock);
	static _Thread_local int own;
	own += n;
	calls = own;
	shared++;
	pthread_mutex_unlock(&lock);
	return calls;
}

static int counted_by_a_function(int n)
{
	int calls;

	pthread_mutex_lock(&lock);
	calls = count(n);
	shared++;
	pthread_mutex_unlock(&lock);
	return calls;
}

/* this one is handed over by its address */
static int declared_before(int n)
{
	static _Thread_local int own;
	int calls;

	pthread_mutex_lock(&lock);
	own += n;
	calls = own;
	shared++;
	pthread_mutex_unlock(&lock);
	return calls;
}

static void *other(void *given)
{
	int *sum = given;

	*sum = counted(5) + counted_by_a_function(50) + declared_before(500);
	return NULL;
}

int main(void)
{
	for (int n = 1; n < 4; n++) {
		pthread_t thread;
		int sum;

		pthread_create(&thread, NULL, other, &sum);
		pthread_join(thread, NULL);
		printf("%d %d %d %d\n", address(n), address_by_a_function(n), value(n), sum);
		printf("%d %d %d\n", counted(n), counted_by_a_function(n), declared_before(n));
	}
	return 0;
}
