#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static int read_event(int n)
{
	struct __attribute__((aligned(8))) {
		int kind;
		union __attribute__((__packed__)) {
			struct __attribute__((__packed__)) {
				char of;
				int n;
			} in;
			int whole;
		} of;
	} event = { n, { { 1, n } } };

	n = event.of.in.n;
	pthread_mutex_lock(&lock);
	last += n;
	n = last;
	pthread_mutex_unlock(&lock);
	return n;
}

static int next_of(int n)
{
	struct __attribute__((__packed__)) {
		char of;
		int n;
	} one = { 1, n };

	pthread_mutex_lock(&lock);
	last += one.n;
	n = last;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d", read_event(3));
	printf(" %d\n", next_of(4));
	return 0;
}
