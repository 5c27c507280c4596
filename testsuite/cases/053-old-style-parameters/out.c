#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct store {
	rcl_mutex_t mutex;
	int used;
};

struct add_cs {           /* s->mutex, in.c:15-18 */
	struct store *s;  /* in */
	int by;           /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct store *s = cs->s;
	int by = cs->by;
	int now;

	now = s->used;
	s->used = now + by;
	return 0;
}

static int add(s, by, left)
	struct store *s;
	int by, *left;
{
	struct add_cs cs = { .s = s, .by = by };
	rcl_exec_anon(&s->mutex, add_cs, &cs, sizeof(cs));
	*left = 10 - s->used;
	return 0;
}

int main(void)
{
	struct store s = { RCL_MUTEX_INITIALIZER(store_mutex), 3 };
	int left;

	add(&s, 4, &left);
	printf("%d\n", left);
	return 0;
}
