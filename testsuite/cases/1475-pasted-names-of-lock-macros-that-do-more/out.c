#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static int held;

#define counted_lock(m) do { \
		rcl_lock(m); \
		held++; \
	} while (0)
#define counted_unlock(m) do { \
		held--; \
		rcl_unlock(m); \
	} while (0)

#define OP(p, op) counted_##op(&(p)->lock)

#define BOTH(p, kind) do { \
		kind##_lock(&(p)->lock); \
		rcl_lock(&(p)->inner); \
	} while (0)

struct pack {
	rcl_mutex_t lock, inner;
	int n;
};

static struct pack pack = { RCL_MUTEX_INITIALIZER(pack_lock), RCL_MUTEX_INITIALIZER(pack_inner), 4 };

static int add(struct pack *p, int more)
{
	OP(p, lock);
	p->n += more;
	OP(p, unlock);
	return p->n;
}

static int empty(struct pack *p)
{
	OP(p, lock);
	if (p->n == 0) {
		OP(p, unlock);
		return 1;
	}
	p->n = 0;
	OP(p, unlock);
	return 0;
}

static int twice(struct pack *p)
{
	BOTH(p, counted);
	p->n += p->n;
	rcl_unlock(&p->inner);
	OP(p, unlock);
	return p->n;
}

int main(void)
{
	printf("%d", add(&pack, 3));
	printf(" %d", twice(&pack));
	printf(" %d", empty(&pack));
	printf(" %d", empty(&pack));
	printf(" %d\n", held);
	return 0;
}
