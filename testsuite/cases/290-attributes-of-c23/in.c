#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* Adds, and says what there is now. */
[[nodiscard, gnu::noinline]] static int add(int n, [[maybe_unused]] int unused)
{
	[[maybe_unused]] int before;
	int now;

	pthread_mutex_lock(&lock);
	[[maybe_unused]] int more = n + 0b101;
	switch (n) {
	case 1:
		total++;
		[[fallthrough]];
	case 2:
		total++;
		break;
	default:
		total += n;
	}
	now = total;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	int last = 0;

	for (int n = 1; n < 8; n++)
		last = add(n, n);
	printf("%d %d\n", last, total);
	return 0;
}
