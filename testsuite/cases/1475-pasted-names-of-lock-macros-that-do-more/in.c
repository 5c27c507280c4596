#include <pthread.h>
#include <stdio.h>

static int held;

#define counted_lock(m) do { \
		pthread_mutex_lock(m); \
		held++; \
	} while (0)
#define counted_unlock(m) do { \
		held--; \
		pthread_mutex_unlock(m); \
	} while (0)

#define OP(p, op) counted_##op(&(p)->lock)

#define BOTH(p, kind) do { \
		kind##_lock(&(p)->lock); \
		pthread_mutex_lock(&(p)->inner); \
	} while (0)

struct pack {
	pthread_mutex_t lock, inner;
	int n;
};

static struct pack pack = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 4 };

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
	pthread_mutex_unlock(&p->inner);
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
