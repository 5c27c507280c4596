#include <pthread.h>
#include <stdio.h>
#include <sys/queue.h>

struct op {
	int n;
	TAILQ_ENTRY(op) link;
};

TAILQ_HEAD(ops, op);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static struct ops queue = TAILQ_HEAD_INITIALIZER(queue);
static struct op all[4] = { { .n = 1 }, { .n = 2 }, { .n = 3 }, { .n = 4 } };
static int total;

static void add(struct op *op)
{
	pthread_mutex_lock(&lock);
	TAILQ_INSERT_TAIL(&queue, op, link);
	pthread_mutex_unlock(&lock);
}

/* A list's head without a name, as a macro makes it. */
static int purge(int from)
{
	TAILQ_HEAD(, op) old;
	struct op *op, *next;
	int count = 0;

	TAILQ_INIT(&old);
	pthread_mutex_lock(&lock);
	for (op = TAILQ_FIRST(&queue); op; op = next) {
		next = TAILQ_NEXT(op, link);
		if (op->n >= from) {
			TAILQ_REMOVE(&queue, op, link);
			TAILQ_INSERT_TAIL(&old, op, link);
		}
	}
	pthread_mutex_unlock(&lock);
	while ((op = TAILQ_FIRST(&old))) {
		TAILQ_REMOVE(&old, op, link);
		count += op->n;
	}
	return count;
}

/* Spelled, on several lines, with a value; two variables of the type, and two sections. */
static int spelled(int by)
{
	struct {
		int least;  /* the least of all */
		int most;
	} seen = { 100, 0 }, before;

	before = seen;
	pthread_mutex_lock(&lock);
	if (by < seen.least)
		seen.least = by;
	before.most = seen.most;
	total += by;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&other);
	seen.most = total > before.most ? total : before.most;
	pthread_mutex_unlock(&other);
	return seen.least * 100 + seen.most;
}

/* In one section, around another one. */
static int nested(int by)
{
	int r;

	pthread_mutex_lock(&lock);
	union { int i; char c[4]; } u;
	u.i = by;
	pthread_mutex_lock(&other);
	u.c[0]++;
	total += u.c[0];
	pthread_mutex_unlock(&other);
	r = u.i;
	pthread_mutex_unlock(&lock);
	return r;
}

/* What these types are made of is the function's own, or they are not all of the declaration's beginning. */
static int stay(int by)
{
	enum { SIZE = 3 };
	struct { int a[SIZE]; } sized = { { by } };
	static struct { int n; } kept;
	const struct { int n; } fixed = { by };
	struct { int n; } pair[2] = { { by }, { by } };

	pthread_mutex_lock(&lock);
	total += ++sized.a[0];
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	total += ++kept.n;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	total += fixed.n;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	total += ++pair[1].n;
	pthread_mutex_unlock(&lock);
	return sized.a[0] + pair[1].n;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		add(&all[i]);
	printf("%d %d\n", purge(3), purge(0));
	printf("%d\n", spelled(7));
	printf("%d %d\n", nested(5), stay(2));
	printf("%d\n", total);
	return 0;
}
