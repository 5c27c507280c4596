/* The block of a section ends within an #if that this build leaves out: what is made of it must not end there, too. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void either(int n)
{
	if (n > 2) {
		pthread_mutex_lock(&lock);
		total += n;
#ifdef WITH_DEBTS
	} else {
		pthread_mutex_lock(&lock);
		total -= n;
#endif
	}
	if (n > 2)
		pthread_mutex_unlock(&lock);
}

/* further in, that does nothing */
static void within(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 2) {
		total += n;
#ifdef WITH_DEBTS
	} else if (n < -2) {
		total -= n; /* } */
#else
		printf("} %d\n", n);
#endif
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	for (int i = 0; i < 5; i++) {
		either(i);
		within(i);
	}
	printf("%ld\n", total);
	return 0;
}
