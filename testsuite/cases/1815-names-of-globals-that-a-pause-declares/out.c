/* What is declared while the lock is released, and read behind that, may have the name of something of the file's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;
enum { STEP = 3 };

static int hides(int n)
{
	int sum = n;

	rcl_lock(&lock);
	for (int i = 0; i < 3; i++) {
		sum += shared++;
		rcl_unlock(&lock);
		int shared = 10 * i;
		printf("%d\n", shared);
		rcl_lock(&lock);
		sum += shared;
	}
	rcl_unlock(&lock);
	return sum;
}

static int hides_a_number(int n)
{
	int sum = n;

	rcl_lock(&lock);
	for (int i = 0; i < 3; i++) {
		shared += STEP;
		rcl_unlock(&lock);
		int STEP = 10 * i;
		printf("%d\n", STEP);
		rcl_lock(&lock);
		sum += STEP;
	}
	rcl_unlock(&lock);
	return sum;
}

struct has_another_cs {  /* lock, in.c:48-57 */
	int sum;         /* in-out */
	int i;           /* out */
	int STEP;        /* kept */
	int at;          /* where it goes on */
};

static int has_another_cs(void *ctx)
{
	struct has_another_cs *cs = ctx;
	int sum = cs->sum;
	int STEP = cs->STEP;

	if (cs->at == 1) {
		goto at_1;
	}

	for (int i = 0; i < 3; i++) {
		shared++;
		cs->sum = sum;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		sum += STEP;
	}
	cs->sum = sum;
	return 0;
}

/* the section names nothing else so */
static int has_another(int n)
{
	int sum = n;

	struct has_another_cs cs = { .sum = sum, .at = 0 };
	while (rcl_exec_anon(&lock, has_another_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		int STEP = 10 * i;
		printf("%d\n", STEP);
		cs.STEP = STEP;
	}
	sum = cs.sum;
	return sum;
}

int main(void)
{
	int a = hides(1), b = hides_a_number(2), c = has_another(3);

	printf("%d %d %d %d\n", a, b, c, shared);
	return 0;
}
