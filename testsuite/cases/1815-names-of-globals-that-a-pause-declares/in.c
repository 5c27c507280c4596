/* What is declared while the lock is released, and read behind that, may have the name of something of the file's. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
enum { STEP = 3 };

static int hides(int n)
{
	int sum = n;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++) {
		sum += shared++;
		pthread_mutex_unlock(&lock);
		int shared = 10 * i;
		printf("%d\n", shared);
		pthread_mutex_lock(&lock);
		sum += shared;
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

static int hides_a_number(int n)
{
	int sum = n;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++) {
		shared += STEP;
		pthread_mutex_unlock(&lock);
		int STEP = 10 * i;
		printf("%d\n", STEP);
		pthread_mutex_lock(&lock);
		sum += STEP;
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

/* the section names nothing else so */
static int has_another(int n)
{
	int sum = n;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++) {
		shared++;
		pthread_mutex_unlock(&lock);
		int STEP = 10 * i;
		printf("%d\n", STEP);
		pthread_mutex_lock(&lock);
		sum += STEP;
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	int a = hides(1), b = hides_a_number(2), c = has_another(3);

	printf("%d %d %d %d\n", a, b, c, shared);
	return 0;
}
