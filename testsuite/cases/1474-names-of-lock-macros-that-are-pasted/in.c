#include <pthread.h>
#include <stdio.h>

#define mutex_lock(m) pthread_mutex_lock(m)
#define mutex_unlock(m) pthread_mutex_unlock(m)

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
	pthread_mutex_t lock;
	int n;
};

static struct pack pack = { PTHREAD_MUTEX_INITIALIZER, 4 };

static int statement(struct pack *p)
{
	pack_lock(p);
	p->n += 2;
	pack_unlock(p);
	return p->n;
}

static int checked(struct pack *p, int more)
{
	CHECK(pack_lock(p) == 0);
	if (more < 0) {
		CHECK(pack_unlock(p) == 0);
		return 0;
	}
	p->n += more;
	CHECK(pack_unlock(p) == 0);
	return p->n;
}

static int tested(struct pack *p)
{
	if (pack_lock(p) != 0)
		return -1;
	p->n *= 2;
	pack_unlock(p);
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
