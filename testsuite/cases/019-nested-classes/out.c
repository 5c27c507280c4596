#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static rcl_mutex_t inner = RCL_MUTEX_INITIALIZER(inner);
static int pages = 2, bytes;

struct allocate_inner_cs {  /* inner, in.c:18-27 */
	int size;           /* in */
};

static int allocate_inner_cs(void *ctx)
{
	struct allocate_inner_cs *cs = ctx;
	int size = cs->size;

	bytes += size;
	if (bytes > 100) {
		bytes -= size;
		return 1;
	}
	return 0;
}

struct allocate_outer_cs {  /* outer, in.c:12-28 */
	int size;           /* in */
	int page;           /* out */
};

static int allocate_outer_cs(void *ctx)
{
	struct allocate_outer_cs *cs = ctx;
	int size = cs->size;
	int page;

	if (pages == 0) {
		return 1;
	}
	page = pages--;
	struct allocate_inner_cs inner_cs = { .size = size };
	if (rcl_exec_anon(&inner, allocate_inner_cs, &inner_cs, sizeof(inner_cs)) == 1) {
		pages++;
		return 2;
	}
	cs->page = page;
	return 0;
}

static int allocate(int size)
{
	int page;

	struct allocate_outer_cs cs = { .size = size };
	switch (rcl_exec_anon(&outer, allocate_outer_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		return -2;
	}
	page = cs.page;
	return page;
}

int main(void)
{
	printf("%d", allocate(60));
	printf(" %d", allocate(60));
	printf(" %d", allocate(30));
	printf(" %d\n", allocate(1));
	return 0;
}
