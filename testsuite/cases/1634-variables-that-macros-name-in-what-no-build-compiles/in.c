/* What no build compiles, and assertions that are left out, call macros that name a function's variables by themselves. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define IN_ORDER (low <= high)
#define SHOW() fprintf(stderr, "%ld to %ld\n", low, high)
#define CLAMP() do { if (high > LIMIT) high = LIMIT; } while (0)
#define SWAP() do { long old = low; low = high; high = old; } while (0)
#define LIMIT 100
#ifdef COUNTING
#define NOTE(x) fprintf(stderr, "%s: %ld\n", who, (x))
#define STEP() (steps++)
#else
#define NOTE(x)
#define STEP() do { } while (0)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, ranges;
long low = -1, high = -2;

/* only the assertion needs the upper end in the section */
static void add(long low, long high)
{
	pthread_mutex_lock(&lock);
	assert(IN_ORDER);
	total += low;
	ranges++;
	pthread_mutex_unlock(&lock);
}

/* only what no build compiles needs them */
static void count(long low, long high)
{
	pthread_mutex_lock(&lock);
#ifdef VERBOSE
	SHOW();
#endif
	ranges++;
	pthread_mutex_unlock(&lock);
	printf("%ld %ld\n", low, high);
}

/* such code changes one of them, which the client needs afterwards */
static long widest(long low, long high)
{
	pthread_mutex_lock(&lock);
	total += high - low;
#ifdef LIMITED
	CLAMP();
#endif
	pthread_mutex_unlock(&lock);
	return high - low;
}

/* and one that the section alone declares, named behind it */
static void keep(void)
{
	pthread_mutex_lock(&lock);
	long low = total;
	total = 0;
	pthread_mutex_unlock(&lock);
#ifdef VERBOSE
	SHOW();
#endif
}

/* a pointer cannot stand for what a macro names */
static void read_range(const char *text)
{
	long low, high;

	pthread_mutex_lock(&lock);
	if (sscanf(text, "%ld %ld", &low, &high) == 2)
		total += high - low;
#ifdef VERBOSE
	SHOW();
#endif
	pthread_mutex_unlock(&lock);
}

/* a macro's own variable is none of the function's */
static void both(long low, long high, long old)
{
	pthread_mutex_lock(&lock);
	total += low + high;
#ifdef ORDERED
	if (low > high)
		SWAP();
#endif
	pthread_mutex_unlock(&lock);
	printf("%ld\n", old);
}

/* macros that name them in other builds alone, one of which they change */
static int take(long n, const char *who)
{
	int steps = 0;

	pthread_mutex_lock(&lock);
	while (total >= n) {
		total -= n;
		STEP();
	}
	NOTE(total);
	pthread_mutex_unlock(&lock);
	return steps;
}

int main(void)
{
	printf("%d\n", take(2, "main"));
	add(1, 2);
	count(2, 5);
	printf("%ld\n", widest(3, 200));
	keep();
	read_range("4 9");
	both(1, 2, 3);
	printf("%ld %ld\n", total, ranges);
	return 0;
}
