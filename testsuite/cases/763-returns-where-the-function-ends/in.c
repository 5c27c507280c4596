/* Behind a section that ends its function there is nothing to return from. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static int sum, calls;

static void early(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 2) {
		pthread_mutex_unlock(&lock);
		return; /* nothing to do */
	}
	sum += n;
	pthread_mutex_unlock(&lock);
}

static void told(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 2) {
		n = sum;
		pthread_mutex_unlock(&lock);
		printf("not %d\n", n);
		return;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	return;
}

static void in_a_branch(int n)
{
	if (n > 0) {
		pthread_mutex_lock(&lock);
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			return;
		}
		sum += n;
		pthread_mutex_unlock(&lock);
	} else {
		calls++;
	}
}

static void in_a_loop(int n)
{
	while (n-- > 0) {
		pthread_mutex_lock(&lock);
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			return;
		}
		sum += n;
		pthread_mutex_unlock(&lock);
	}
}

static void before_another(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 2) {
		pthread_mutex_unlock(&lock);
		return;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	calls++;
}

static void inside(int n)
{
	pthread_mutex_lock(&outer);
	calls++;
	{
		pthread_mutex_lock(&lock);
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			pthread_mutex_unlock(&outer);
			return;
		}
		sum += n;
		pthread_mutex_unlock(&lock);
		pthread_mutex_unlock(&outer);
	}
}

static void list(int n, ...)
{
	va_list more;

	va_start(more, n);
	pthread_mutex_lock(&lock);
	if (n > 2) {
		pthread_mutex_unlock(&lock);
		va_end(more);
		return;
	}
	sum += va_arg(more, int);
	va_end(more);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	for (int n = 1; n < 5; n++) {
		early(n);
		told(n);
		in_a_branch(n);
		in_a_loop(n);
		before_another(n);
		inside(n);
		list(n, n);
	}
	printf("%d %d\n", sum, calls);
	return 0;
}
