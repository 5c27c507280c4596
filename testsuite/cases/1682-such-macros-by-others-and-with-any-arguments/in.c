/* Such macros with any number of arguments, and by each other. */
#include <pthread.h>
#include <stdio.h>
#include <errno.h>

struct pool { pthread_mutex_t lock; int used, size, refused; };
static struct pool one = { PTHREAD_MUTEX_INITIALIZER, 0, 20, 0 };

#define POOL_UNLOCK(p) pthread_mutex_unlock(&(p)->lock)
#define CHECK(p, cond, err, ...) do { \
		if (!(cond)) { \
			printf(__VA_ARGS__); \
			POOL_UNLOCK(p); \
			return err; \
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
#define EXPECT_ROOM(p, n) EXPECT((p)->used + (n) <= (p)->size, -ENOSPC, p)
#define EXPECT_ALL(p, n) do { (p)->refused += (n) > 100; EXPECT_ROOM(p, n); } while (0)

/* what the other one names is no parameter of this one */
#define REFUSE(cond, p) do { if (cond) { POOL_UNLOCK(p); return -limit; } } while (0)
#define REFUSE_MANY(p, n, limit) REFUSE((n) > (limit), p)

static int a(struct pool *p, int n)
{
	pthread_mutex_lock(&p->lock);
	CHECK(p, n >= 0, -EINVAL, "%d\n", n);
	CHECK(p, n < 1000, -E2BIG, "too many\n");
	p->used += n;
	n = p->used;
	pthread_mutex_unlock(&p->lock);
	return n;
}

static int b(struct pool *p, int n)
{
	pthread_mutex_lock(&p->lock);
	CHECK_SAYING(p, n >= 0, "%d is below %d", n, 0);
	CHECK_SAYING(p, p->used < 1000, "used");
	p->used += n;
	n = p->used;
	POOL_UNLOCK(p);
	return n;
}

static int c(struct pool *p, int n)
{
	pthread_mutex_lock(&p->lock);
	EXPECT_ROOM(p, n);
	p->used += n;
	EXPECT_ALL(p, n);
	n = p->used;
	POOL_UNLOCK(p);
	return n;
}

static int d(struct pool *p, int n)
{
	int limit = 7;

	pthread_mutex_lock(&p->lock);
	p->used++;
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
