/* Such macros with any number of arguments, and by each other. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <errno.h>

struct pool { rcl_mutex_t lock; int used, size, refused; };
static struct pool one = { RCL_MUTEX_INITIALIZER(pool_lock), 0, 20, 0 };

#define POOL_UNLOCK(p) rcl_unlock(&(p)->lock)
#define CHECK(p, cond, err, ...) do { \
		if (!(cond)) { \
			printf(__VA_ARGS__); \
			POOL_UNLOCK(p); \
			return err; \
		} \
	} while (0)
#define CHECK_LEAVE(leave, cond, ...) do { \
		if (!(cond)) { \
			printf(__VA_ARGS__); \
			leave; \
		} \
	} while (0)
#define CHECK_SAYING(p, cond, fmt, args...) do { \
		if (!(cond)) { \
			(p)->refused++; \
			POOL_UNLOCK(p); \
			printf("%s: " fmt "\n", __func__, ##args); \
			return -1; \
		} \
	} while (0)
#define EXPECT(cond, err, p) do { if (!(cond)) { POOL_UNLOCK(p); return err; } } while (0)
#define EXPECT_LEAVE(cond, leave) do { if (!(cond)) { leave; } } while (0)
#define EXPECT_ROOM(p, n) EXPECT((p)->used + (n) <= (p)->size, -ENOSPC, p)
#define EXPECT_ROOM_LEAVE(p, n, leave) EXPECT_LEAVE((p)->used + (n) <= (p)->size, leave)
#define EXPECT_ALL(p, n) do { (p)->refused += (n) > 100; EXPECT_ROOM(p, n); } while (0)
#define EXPECT_ALL_LEAVE(p, n, leave) do { (p)->refused += (n) > 100; EXPECT_ROOM_LEAVE(p, n, leave); } while (0)

/* what the other one names is no parameter of this one */
#define REFUSE(cond, p) do { if (cond) { POOL_UNLOCK(p); return -limit; } } while (0)
#define REFUSE_MANY(p, n, limit) REFUSE((n) > (limit), p)

struct a_cs {            /* p->lock, in.c:35-40 */
	struct pool *p;  /* in */
	int n;           /* in-out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	struct pool *p = cs->p;
	int n = cs->n;

	CHECK_LEAVE({ return 1; }, n >= 0, "%d\n", n);
	CHECK_LEAVE({ return 2; }, n < 1000, "too many\n");
	p->used += n;
	n = p->used;
	cs->n = n;
	return 0;
}

static int a(struct pool *p, int n)
{
	struct a_cs cs = { .p = p, .n = n };
	switch (rcl_exec(&p->lock, a_cs, &cs, sizeof(cs))) {
	case 1:
		return -EINVAL;
	case 2:
		return -E2BIG;
	}
	n = cs.n;
	return n;
}

static int b(struct pool *p, int n)
{
	rcl_lock(&p->lock);
	CHECK_SAYING(p, n >= 0, "%d is below %d", n, 0);
	CHECK_SAYING(p, p->used < 1000, "used");
	p->used += n;
	n = p->used;
	POOL_UNLOCK(p);
	return n;
}

struct c_cs {            /* p->lock, in.c:57-62 */
	struct pool *p;  /* in */
	int n;           /* in-out */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	struct pool *p = cs->p;
	int n = cs->n;

	EXPECT_ROOM_LEAVE(p, n, { return 1; });
	p->used += n;
	EXPECT_ALL_LEAVE(p, n, { return 1; });
	n = p->used;
	cs->n = n;
	return 0;
}

static int c(struct pool *p, int n)
{
	struct c_cs cs = { .p = p, .n = n };
	if (rcl_exec_anon(&p->lock, c_cs, &cs, sizeof(cs)) == 1) {
		return -ENOSPC;
	}
	n = cs.n;
	return n;
}

struct d_cs {            /* p->lock, in.c:70-71 */
	struct pool *p;  /* in */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	struct pool *p = cs->p;

	p->used++;
	return RCL_KEEP;
}

static int d(struct pool *p, int n)
{
	int limit = 7;

	struct d_cs cs = { .p = p };
	rcl_exec_anon(&p->lock, d_cs, &cs, sizeof(cs));
	REFUSE_MANY(p, n, 9);
	p->used += n;
	n = p->used;
	POOL_UNLOCK(p);
	return n;
}

int main(void)
{
	printf("%d %d %d\n", a(&one, 2), a(&one, -1), a(&one, 2000));
	printf("%d %d\n", b(&one, 2), b(&one, -4));
	printf("%d %d %d\n", c(&one, 3), c(&one, 10), c(&one, 200));
	printf("%d %d\n", d(&one, 1), d(&one, 20));
	printf("%d %d\n", one.used, one.refused);
	return 0;
}
