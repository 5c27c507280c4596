/* How a thread rounds, and what it notes of its arithmetic, is its own: nobody else computes for it. */
#include <fenv.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static volatile double one = 1, three = 3, zero;
static volatile double ratio;
static int count;

static double third(void)
{
	return one / three;
}

static int whole(void)
{
	return (int)(one * three);
}

static void directly(void)
{
	rcl_lock(&lock);
	ratio = one / three;
	count++;
	rcl_unlock(&lock);
}

/* lock, in.c:31-32 */
static int called_cs(void *ctx)
{
	count++;
	return RCL_KEEP;
}

static void called(void)
{
	rcl_exec_anon(&lock, called_cs, NULL, 0);
	ratio = third();
	rcl_unlock(&lock);
}

static void called_first(void)
{
	rcl_lock(&lock);
	count += whole();
	rcl_unlock(&lock);
}

static int noted(void)
{
	feclearexcept(FE_ALL_EXCEPT);
	rcl_lock(&lock);
	ratio = one / zero;
	rcl_unlock(&lock);
	return fetestexcept(FE_DIVBYZERO) != 0;
}

struct counted_cs {  /* lock, in.c:57-60 */
	int by;      /* in */
	int now;     /* out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int by = cs->by;
	int now;

	count += by;
	now = count;
	cs->now = now;
	return 0;
}

static int counted(int by)
{
	int now;

	struct counted_cs cs = { .by = by };
	rcl_exec_anon(&lock, counted_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	double first;

	fesetround(FE_UPWARD);
	directly();
	first = ratio;
	fesetround(FE_DOWNWARD);
	called();
	called_first();
	printf("%d %d", first > ratio, noted());
	printf(" %d\n", counted(2));
	return 0;
}
