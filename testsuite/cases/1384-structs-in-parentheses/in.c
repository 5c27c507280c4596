/* A struct stands in parentheses, where the section has a pointer to it. */
#include <pthread.h>
#include <stdio.h>

#define SECOND(s) (s).each[1]

struct figures {
	int sum;
	int each[40];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct figures all = { 3, { 4, 5, 6 } };

static void add(struct figures *to, int n)
{
	to->sum += n;
	to->each[0] = n;
}

static int differ(int n)
{
	struct figures own = all;

	pthread_mutex_lock(&m);
	add(&own, n);
	all.sum += (own).each[0] + ((own)).sum + SECOND(own) + SECOND((own));
	pthread_mutex_unlock(&m);
	return own.sum;
}

int main(void)
{
	printf("%d ", differ(1));
	printf("%d %d\n", differ(2), all.sum);
	return 0;
}
