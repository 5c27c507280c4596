/* That both sides of a comparison are the same, gcc says of a pointer's targets and not of an array's elements. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

struct pair { int a, b; };

static int count(int n)
{
	struct pair key[2] = { { n, 2 }, { 3, 4 } };

	pthread_mutex_lock(&lock);
	if (key[0].a + key[1].b > key[0].a + key[1].b)
		shared++;
	key[0].b++;
	pthread_mutex_unlock(&lock);
	return shared + key[0].b;
}

int main(void)
{
	printf("%d\n", count(3));
	return 0;
}
