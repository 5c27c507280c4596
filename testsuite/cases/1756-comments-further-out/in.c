/* What follows a release has a comment that stands further out than the code. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
	pthread_mutex_lock(&m);
	if (n < 0)
		goto failed;
	total += n;
	pthread_mutex_unlock(&m);

/*
printf("added %d,\n",
		n);
*/

	return total;
failed:
	total--;
	pthread_mutex_unlock(&m);
	return -1;
}

static int take(int n)
{
	pthread_mutex_lock(&m);
	if (total < n) {
		pthread_mutex_unlock(&m);
  /* too few:
	    of these there are
	never enough */
		return -1;
	}
	total -= n;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d", add(3));
	printf(" %d", add(-1));
	printf(" %d", take(1));
	printf(" %d\n", take(4));
	return 0;
}
