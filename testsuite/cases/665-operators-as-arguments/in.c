#include <pthread.h>
#include <stdio.h>

#define COMPARE(a, op, b) ((long)((a) - (b)) op 0)
#define FOLD(op, a, b) ((a) op (b))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long done;

static int reached(unsigned long request)
{
	int is;

	pthread_mutex_lock(&lock);
	if (COMPARE(request, >, done))
		done = request;
	is = COMPARE(request, <=, done) && FOLD(<<, request, 1) == FOLD( * , request, 2);
	pthread_mutex_unlock(&lock);
	return is;
}

int main(void)
{
	int (*f)(unsigned long) = (int (*)(unsigned long))reached;

	printf("%d %d\n", f(2), f(1));
	return 0;
}
