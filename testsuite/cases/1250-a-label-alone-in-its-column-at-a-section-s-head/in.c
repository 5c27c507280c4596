/* A section whose first statement has a label at the edge of the text: that does not say how far in the section is. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, rounds;

static int add(int n, int kind)
{
	int err;

	switch (kind) {
	case 1:
		err = pthread_mutex_lock(&lock);
		if (err) {
			fprintf(stderr, "no lock\n");
			goto out;
		}
retry:
		if (n > 0) {
			sum += n--;
			if (rounds++ < 3) {
				goto retry;
			}
		}
		pthread_mutex_unlock(&lock);
out:
		return n;
	default:
		return 0;
	}
}

int main(void)
{
	int left = add(5, 1) + add(1, 2);

	printf("%d %d %d\n", left, sum, rounds);
	return 0;
}
