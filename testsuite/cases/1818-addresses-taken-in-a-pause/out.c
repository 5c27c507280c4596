/* What is declared, or made, while the lock is released may be used by its address when it is taken again. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct pair { int a, b; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared, *kept;

static void keep(int *at)
{
	kept = at;
}

static int of_a_variable(int n)
{
	int sum = 0, *at = &shared;

	rcl_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		rcl_unlock(&lock);
		int here = n + i;
		at = &here;
		rcl_lock(&lock);
		sum += *at;
	}
	rcl_unlock(&lock);
	return sum;
}

static int of_a_literal(int n)
{
	int sum = 0;

	rcl_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		rcl_unlock(&lock);
		const struct pair *at = &(struct pair){ n, i };
		rcl_lock(&lock);
		sum += at->a * at->b;
	}
	rcl_unlock(&lock);
	return sum;
}

static int by_a_function(int n)
{
	int sum = 0;

	rcl_lock(&lock);
	for (int i = 0; i < 4; i++) {
		shared++;
		rcl_unlock(&lock);
		int here[] = { n, i };
		keep(here);
		rcl_lock(&lock);
		sum += kept[0] * kept[1];
	}
	rcl_unlock(&lock);
	return sum;
}

struct for_a_while_cs {  /* lock, in.c:71-86 */
	int sum;         /* in */
	int i;           /* out */
	int at;          /* where it goes on */
};

static int for_a_while_cs(void *ctx)
{
	struct for_a_while_cs *cs = ctx;
	int sum = cs->sum;

	if (cs->at == 1) {
		goto at_1;
	}

	for (int i = 0; i < 4; i++) {
		shared++;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		printf("%d\n", sum);
	}
	return 0;
}

/* nobody has the address when the lock is taken again */
static int for_a_while(int n)
{
	int sum = 0;

	struct for_a_while_cs cs = { .sum = sum, .at = 0 };
	while (rcl_exec(&lock, for_a_while_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		char text[20];
		snprintf(text, sizeof(text), "%d", n * i);
		sum += (int)strlen(text);
		if (sum > 1) {
			int here = sum;
			keep(&here);
			sum += *kept;
		}
		cs.sum = sum;
	}
	return sum;
}

int main(void)
{
	int a = of_a_variable(1), b = of_a_literal(2), c = by_a_function(3), d = for_a_while(4);

	printf("%d %d %d %d %d\n", a, b, c, d, shared);
	return 0;
}
