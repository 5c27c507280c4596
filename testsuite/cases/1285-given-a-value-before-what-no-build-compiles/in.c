/* What no build compiles reads a variable, to which the section has given a value before that in any case. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3;
struct item { struct item *next; int ready, value; };
static struct item second = { NULL, 0, 2 }, first = { &second, 0, 1 };
static struct item *waiting = &first;

/* it has no value where the section begins first, and one of the round before after that */
static int plain(int n)
{
	int bits, i, sum = 0;

	for (i = 0; i < n; i++) {
		pthread_mutex_lock(&m);
		bits = shared + i;
		shared += bits;
#ifdef NEVER
		note(bits);
#endif
		pthread_mutex_unlock(&m);
		sum += i;
	}
	return sum;
}

/* by the head of a loop */
static int marked(int n)
{
	struct item *at;
	int found;

	while (n-- > 0) {
		pthread_mutex_lock(&m);
		for (at = waiting; at != NULL; at = at->next) {
			found = at->value > n;
			if (found) {
				at->ready++;
#ifdef NEVER
				post(at, found ? 1 : 2);
#else
				shared++;
#endif
			}
		}
		pthread_mutex_unlock(&m);
	}
	return n;
}

/* handed on, and tested where it gets its value */
static int handed_on(int n)
{
	int got;

	pthread_mutex_lock(&m);
	if ((got = shared) > n) {
		shared--;
	}
#ifdef NEVER
	got++;
#endif
	shared++;
	pthread_mutex_unlock(&m);
	return got;
}

int main(void)
{
	printf("%d\n", plain(3));
	printf("%d\n", marked(2));
	printf("%d\n", handed_on(1));
	printf("%d %d %d\n", shared, first.ready, second.ready);
	return 0;
}
