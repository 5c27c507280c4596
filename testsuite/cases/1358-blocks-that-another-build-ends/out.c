/* The block of a section ends within an #if that this build leaves out: what is made of it must not end there, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total;

static void either(int n)
{
	if (n > 2) {
		rcl_lock(&lock);
		total += n;
#ifdef WITH_DEBTS
	} else {
		pthread_mutex_lock(&lock);
		total -= n;
#endif
	}
	if (n > 2)
		rcl_unlock(&lock);
}

struct within_cs {  /* lock, in.c:26-36 */
	int n;      /* in */
};

static int within_cs(void *ctx)
{
	struct within_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		total += n;
#ifdef WITH_DEBTS
	} else if (n < -2) {
		total -= n; /* } */
#else
		printf("} %d\n", n);
#endif
	}
	return 0;
}

/* further in, that does nothing */
static void within(int n)
{
	struct within_cs cs = { .n = n };
	rcl_exec(&lock, within_cs, &cs, sizeof(cs));
}

int main(void)
{
	for (int i = 0; i < 5; i++) {
		either(i);
		within(i);
	}
	printf("%ld\n", total);
	return 0;
}
