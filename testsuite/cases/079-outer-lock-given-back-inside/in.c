#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

/* Behind what the outer section resumes, the context of the inner one would be lost. */
static int both(int n)
{
	int i = 0, sum = n;

	pthread_mutex_lock(&outer);
	a++;
	pthread_mutex_lock(&inner);
	while (i < 3) {
		i++;
		b += i;
		pthread_mutex_unlock(&inner);
		pthread_mutex_unlock(&outer);
		n += i;
		pthread_mutex_lock(&outer);
		pthread_mutex_lock(&inner);
		sum += b + n;
	}
	pthread_mutex_unlock(&inner);
	a += i;
	pthread_mutex_unlock(&outer);
	return sum;
}

int main(void)
{
	int sum = both(4);
	printf("%d %d %d\n", sum, a, b);
	return 0;
}
