#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

/* What follows a release differs in a blank: in a text, it matters. */
static int says(int n)
{
	pthread_mutex_lock(&lock);
	shared += n;
	if (n > 5) {
		pthread_mutex_unlock(&lock);
		puts("very  much");
		return 1;
	}
	if (n > 3) {
		pthread_mutex_unlock(&lock);
		puts("very much");
		return 1;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

static int ends(int n)
{
	pthread_mutex_lock(&lock);
	shared += n;
	if (n > 5) {
		pthread_mutex_unlock(&lock);
		puts("much"); // and
		puts("more");
		return 1;
	}
	if (n > 3) {
		pthread_mutex_unlock(&lock);
		puts("much"); // and puts("more");
		return 1;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

static int alike(int n)
{
	pthread_mutex_lock(&lock);
	shared += n;
	if (n > 5) {
		pthread_mutex_unlock(&lock);
		puts("much"); /* or more */
		return 1;
	}
	if (n > 3) {
		pthread_mutex_unlock(&lock);
		puts("much");	/* or more */

		return 1;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	for (int n = 3; n < 7; n++)
		printf("%d\n", says(n) + ends(n) + alike(n));
	return 0;
}
