/* Definitions of macros in lines that go on, behind comments, or in a comment, which others than cpp may not see. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

/* as it was once:
#define ADD(to,
            what) to += what
 */
#define ADD(to, what) ((to) += (what))
#define \
	CHECKED(x) ((void)sizeof(x))
/* counts */ #define COUNT(x) ((x)++)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum, calls;

static long add(long n)
{
	long *to = &sum;

	pthread_mutex_lock(&lock);
	CHECKED(n > 0);
	assert(ADD(n, 0) == n);
	ADD(*to, n);
	COUNT(calls);
	n = sum;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%ld\n", add(3) + add(4));
	printf("%ld\n", calls);
	return 0;
}
