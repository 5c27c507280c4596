#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int count(int a)
{
	int err;

	pthread_mutex_lock(&lock);
	if (a > 2) {
		err = n++;
#if 0
	/* enable this if there is more to do */
	} else if (a > 1) {
#  ifdef MORE
		if (n) {
#  endif
		err = 2;
#endif
	} else
		err = 1;
	pthread_mutex_unlock(&lock);
	return err;
}

static int add(int a)
{
	pthread_mutex_lock(&lock);
#if 0 /* not yet */
	if (a > n) {
#else
	if (a > 1) {
#endif
		n += a;
	}
	a = n;
	pthread_mutex_unlock(&lock);
	return a;
}

int main(void)
{
	int first = count(1), second = count(3);

	printf("%d %d %d\n", first, second, add(2));
	return 0;
}
