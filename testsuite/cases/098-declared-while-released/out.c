#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

/* What is declared while the lock is released lives on behind that. */
static int used_after(int n)
{
	rcl_lock(&lock);
	if (n > 1) {
		total++;
		rcl_unlock(&lock);
		int cost = n * 3;
		rcl_lock(&lock);
		if (total > 2) {
			rcl_unlock(&lock);
			return cost;
		}
		total += n;
	}
	rcl_unlock(&lock);
	return n;
}

struct used_there_cs {  /* lock, in.c:31-40 */
	int n;          /* in */
	int at;         /* where it goes on */
};

static int used_there_cs(void *ctx)
{
	struct used_there_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 1) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		total += n;
	}
	return 0;
}

/* It does not. */
static int used_there(int n)
{
	int all = 0;

	struct used_there_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, used_there_cs, &cs, sizeof(cs)) == 1) {
		int cost = n * 3;
		all += cost;
	}
	return all;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d %d\n", used_after(i), used_there(i));
	return 0;
}
