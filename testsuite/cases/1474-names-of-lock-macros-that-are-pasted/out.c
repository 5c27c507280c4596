#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define mutex_lock(m) rcl_lock(m)
#define mutex_unlock(m) rcl_unlock(m)

#define OP(p, field, op) mutex_##op(&(p)->field)
#define pack_lock(p) OP(p, lock, lock)
#define pack_unlock(p) OP(p, lock, unlock)

#define CHECK(expr) do { \
		if (!(expr)) { \
			say("%s\n", #expr); \
			return -1; \
		} \
	} while (0)

#define say(...) printf(__VA_ARGS__)

struct pack {
	rcl_mutex_t lock;
	int n;
};

static struct pack pack = { RCL_MUTEX_INITIALIZER(pack_lock), 4 };

struct statement_cs {    /* p->lock, in.c:29-31 */
	struct pack *p;  /* in */
};

static int statement_cs(void *ctx)
{
	struct statement_cs *cs = ctx;
	struct pack *p = cs->p;

	p->n += 2;
	return 0;
}

static int statement(struct pack *p)
{
	struct statement_cs cs = { .p = p };
	rcl_exec_anon(&p->lock, statement_cs, &cs, sizeof(cs));
	return p->n;
}

struct checked_cs {      /* p->lock, in.c:37-43 */
	struct pack *p;  /* in */
	int more;        /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	struct pack *p = cs->p;
	int more = cs->more;

	if (more < 0) {
		return 1;
	}
	p->n += more;
	return 0;
}

static int checked(struct pack *p, int more)
{
	struct checked_cs cs = { .p = p, .more = more };
	if (rcl_exec_anon(&p->lock, checked_cs, &cs, sizeof(cs)) == 1)
		return 0;
	return p->n;
}

struct tested_cs {       /* p->lock, in.c:49-52 */
	struct pack *p;  /* in */
};

static int tested_cs(void *ctx)
{
	struct tested_cs *cs = ctx;
	struct pack *p = cs->p;

	p->n *= 2;
	return 0;
}

static int tested(struct pack *p)
{
	struct tested_cs cs = { .p = p };
	if (rcl_exec_anon(&p->lock, tested_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return p->n;
}

int main(void)
{
	printf("%d", statement(&pack));
	printf(" %d", checked(&pack, 3));
	printf(" %d", checked(&pack, -1));
	printf(" %d\n", tested(&pack));
	return 0;
}
