#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int value;

struct sign_cs {  /* lock, in.c:9-16 */
	int add;  /* in */
};

static int sign_cs(void *ctx)
{
	struct sign_cs *cs = ctx;
	int add = cs->add;

	value += add;
	if (value < 0) {
		return 1;
	} else {
		return 2;
	}
}

static const char *sign(int add)
{
	struct sign_cs cs = { .add = add };
	int way = rcl_exec_anon(&lock, sign_cs, &cs, sizeof(cs));

	if (way == 1) {
		return "negative";
	}
	return "positive";
}

int main(void)
{
	printf("%s", sign(3));
	printf(" %s\n", sign(-7));
	return 0;
}
