#include <pthread.h>
#include <stdio.h>

#define local static
#define NOINLINE __attribute__((noinline))
#define PRIVATE static NOINLINE

typedef struct box {
	pthread_mutex_t own;
	int n;
} box_t;

static box_t box = { PTHREAD_MUTEX_INITIALIZER, 0 };

/* What stands in their heads, and what their parameters are: nothing uses these functions any more. */
static __attribute__((noinline)) void first_lock(struct box **b)
{
	struct box *one = *b;
	pthread_mutex_t *m = &one->own;

	pthread_mutex_lock(m);
}

static void __attribute__((noinline)) first_unlock(struct box **b)
{
	pthread_mutex_unlock(&(*b)->own);
}

local void second_lock(box_t *const b)
{
	pthread_mutex_lock(&b->own);
}

local void second_unlock(box_t *const b)
{
	pthread_mutex_unlock(&b->own);
}

PRIVATE void third_lock(struct box b[static 1], const int i[])
{
	pthread_mutex_lock(&b[i[0]].own);
}

PRIVATE void third_unlock(struct box b[static 1], const int i[])
{
	pthread_mutex_unlock(&b[i[0]].own);
}

static void fourth_lock(struct box *(*get)(void))
{
	pthread_mutex_lock(&get()->own);
}

static void fourth_unlock(struct box *(*get)(void))
{
	pthread_mutex_unlock(&get()->own);
}

NOINLINE static int fifth_lock(b, i)
	struct box *b;
	int i;
{
	return pthread_mutex_lock(&b[i].own);
}

NOINLINE static int fifth_unlock(b, i)
	struct box *b;
	int i;
{
	return pthread_mutex_unlock(&b[i].own);
}

static struct box *get(void)
{
	return &box;
}

local int use(struct box *b, const int *zero)
{
	first_lock(&b);
	b->n++;
	first_unlock(&b);
	second_lock(b);
	b->n++;
	second_unlock(b);
	third_lock(b, zero);
	b->n++;
	third_unlock(b, zero);
	fourth_lock(get);
	b->n++;
	fourth_unlock(get);
	fifth_lock(b, 0);
	b->n++;
	fifth_unlock(b, 0);
	return b->n;
}

int main(void)
{
	int zero = 0;

	printf("%d\n", use(&box, &zero));
	return 0;
}
