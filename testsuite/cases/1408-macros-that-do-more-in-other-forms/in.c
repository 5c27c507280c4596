/* Lock macros that do more in other forms: by other macros, without parameters, with checks, as expressions. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box { pthread_mutex_t m; int n, held; };

struct box box = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
long noted;
static const char *name;

#define HELD_LOCK(b)					\
do {							\
	if (pthread_mutex_lock(&(b)->m) != 0)		\
		abort();				\
	(b)->held = 1; /* mine */			\
} while (0)
#define HELD_UNLOCK(b)					\
do {							\
	(b)->held = 0;					\
	if (pthread_mutex_unlock(&(b)->m) != 0)		\
		abort();				\
} while (0)
#define THE_LOCK do { pthread_mutex_lock(&box.m); box.held = 2; } while (0)
#define THE_UNLOCK do { box.held = 0; pthread_mutex_unlock(&box.m); } while (0)
#define LOCK_IT() do { pthread_mutex_lock(&box.m); box.held += 3; } while (0)
#define UNLOCK_IT() do { box.held = 0; pthread_mutex_unlock(&box.m); } while (0)
#define RAW(m) pthread_mutex_lock(m)
#define UNRAW(m) (void)pthread_mutex_unlock(m)
#define DEEP_LOCK(b) do { RAW(&(b)->m); (b)->held |= 4; } while (0)
#define DEEP_UNLOCK(b) do { (b)->held &= ~4; UNRAW(&(b)->m); } while (0)
#define DEEPER_LOCK(b, how) DEEP_LOCK(b)
#define DEEPER_UNLOCK(b, how) do { noted += how; DEEP_UNLOCK(b); } while (0)
#define VA_LOCK(b, ...) do { pthread_mutex_lock(&(b)->m); noted += sum(__VA_ARGS__); } while (0)
#define STR_LOCK(b) do { pthread_mutex_lock(&(b)->m); name = #b; } while (0)
#define ELSE_LOCK(b) do { if (pthread_mutex_lock(&(b)->m) == 0) (b)->held = 7; else abort(); } while (0)
#define EXPR_LOCK(b) ({ int e_ = pthread_mutex_lock(&(b)->m); (b)->held = e_ + 1; e_; })
#define EXPR_UNLOCK(b) ({ (b)->held = 0; pthread_mutex_unlock(&(b)->m); })
static inline int sum(int a, int b) { return a + b; }
static int in_header(struct box *b)
{
	int r;

	HELD_LOCK(b);
	r = b->n++ + b->held;
	HELD_UNLOCK(b);
	return r;
}

static int other(struct box *b, int k)
{
	HELD_LOCK(b);
	while (k-- > 0) {
		if (b->n == 5) {
			HELD_UNLOCK(b);
			return -1;
		}
		b->n++;
	}
	HELD_UNLOCK(b);
	return in_header(b);
}

static int the(void)
{
	int r;

	THE_LOCK;
	r = box.n++ + box.held;
	THE_UNLOCK;
	LOCK_IT();
	r += box.held;
	UNLOCK_IT();
	return r;
}
static int deep(struct box *b, int k)
{
	int r;

	DEEP_LOCK(b);
	r = b->held + b->n++;
	if (r > 1000) {
		DEEP_UNLOCK(b);
		return 5;
	}
	DEEP_UNLOCK(b);
	DEEPER_LOCK(b, k);
	r += b->held;
	if (k == 7)
		goto out;
	b->n += k;
out:
	DEEPER_UNLOCK(b, k);
	return r;
}
static int va(struct box *b)
{
	int r;

	VA_LOCK(b, 3, b->n);
	r = b->n++;
	pthread_mutex_unlock(&b->m);
	STR_LOCK(b);
	r += b->n++;
	pthread_mutex_unlock(&b->m);
	return r;
}
static int expr(struct box *b)
{
	int r;

	ELSE_LOCK(b);
	r = b->n++ + b->held;
	EXPR_UNLOCK(b);
	EXPR_LOCK(b);
	r += b->n++ + b->held;
	EXPR_UNLOCK(b);
	if (r > 10000)
		EXPR_LOCK(b);
	return r + b->held;
}
static int in_switch(struct box *b, int k)
{
	switch (k) {
	case 1:
		HELD_LOCK(b);
		b->n++;
		HELD_UNLOCK(b);
		break;
	case 2:
		HELD_LOCK(b);
		if (b->n > 3) {
			b->n--;
			HELD_UNLOCK(b);
			break;
		}
		b->n += 4;
		HELD_UNLOCK(b);
	default:
		k++;
	}
	return k + b->n;
}

int main(void)
{
	printf("%d %d %d\n", the(), deep(&box, 1), deep(&box, 7));
	printf("%d %s %d %d %d\n", va(&box), name, expr(&box), in_switch(&box, 1), in_switch(&box, 2));
	printf("%d %d %ld %d\n", in_header(&box), other(&box, 2), noted, box.n);
	return 0;
}
