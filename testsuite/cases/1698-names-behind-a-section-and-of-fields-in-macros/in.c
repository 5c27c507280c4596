/* What no build compiles behind a section names a variable that the section declares behind a way out: there it is not
   known yet. And a field's name in a macro that asks for its place is no variable's. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define ADD(sum, by) do { long by_ = (by); (sum) += by_; } while (0)

struct pair {
	long first;
	long second;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, skipped;

static long add_all(const long *numbers, int count)
{
	long found = 0;

	for (int i = 0; i < count; i++) {
		pthread_mutex_lock(&lock);
		if (numbers[i] < 0) {
			pthread_mutex_unlock(&lock);
			skipped++;
			continue;
		}
		long now = total + numbers[i];
		total = now;
		pthread_mutex_unlock(&lock);
#ifdef LIMIT
		if (now > LIMIT)
			return -now;
#endif
		found += now;
	}
	return found;
}

static long places(long first, long second)
{
	pthread_mutex_lock(&lock);
	ADD(total, first + (long)offsetof(struct pair, second));
	pthread_mutex_unlock(&lock);
	return second;
}

int main(void)
{
	const long numbers[] = { 3, -1, 4, -1, 5 };

	printf("%ld ", add_all(numbers, 5));
	printf("%ld %ld %ld\n", places(6, 7), total, skipped);
	return 0;
}
