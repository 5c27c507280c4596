/* Variables that a macro declares, which their sections' functions declare by clang's words. */
#include <pthread.h>
#include <stdio.h>

#define COUNTER(name) name##_count
#define NOTE(n) n

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned long total;

static unsigned count(unsigned n)
{
	unsigned COUNTER(own) = n, other = n;

	pthread_mutex_lock(&m);
	total += COUNTER(own) + other;
	COUNTER(own)++;
	other += 2;
	pthread_mutex_unlock(&m);
	return COUNTER(own) + other;
}

static unsigned note(unsigned NOTE(more))
{
	pthread_mutex_lock(&m);
	total += more;
	more++;
	pthread_mutex_unlock(&m);
	return more;
}

int main(void)
{
	printf("%u %u %lu\n", count(2), note(3), total);
	return 0;
}
