#include <pthread.h>
#include <stdio.h>

#define TIMES(n, body) for (int i = 0; i < n; i++) { body
#define DONE }

typedef int four __attribute__((vector_size(16)));

struct counter {
	pthread_mutex_t lock;
	int value;
};

/* Initialised where spatch does not see it. */
static int counter_init(struct counter *c)
{
	int failed = 0;

	TIMES(2, failed += pthread_mutex_init(&c->lock, NULL); c->value++;)
	DONE
	return failed;
}

static int counter_add(struct counter *c, int by)
{
	pthread_mutex_lock(&c->lock);
	c->value += by;
	by = c->value;
	pthread_mutex_unlock(&c->lock);
	return by;
}

static int counter_asm(struct counter *c)
{
	pthread_mutex_lock(&c->lock);
	__asm__ goto ("" : : "r" (c) : : out);
	c->value++;
out:
	pthread_mutex_unlock(&c->lock);
	return c->value;
}

static int counter_mask(struct counter *c)
{
	int mask = 0b11;

	pthread_mutex_lock(&c->lock);
	c->value ^= mask;
	mask = c->value;
	pthread_mutex_unlock(&c->lock);
	return mask;
}

/* Attributes with arguments, and types that spatch does not know. */
static __attribute__((noinline, hot)) int counter_wide(struct counter *c, int by __attribute__((unused)))
{
	unsigned __int128 wide __attribute__((aligned(16))) = 3;
	four v = { by, 2 };

	pthread_mutex_lock(&c->lock);
	wide *= c->value; __attribute__((unused)) int shift = (int)(wide & 1);
	c->value += v[1] << shift;
	pthread_mutex_unlock(&c->lock);
	return (int)wide;
}

static int counter_loop(struct counter *c)
{
	TIMES(
		3,
		pthread_mutex_lock(&c->lock);
		c->value += i;
		pthread_mutex_unlock(&c->lock);
		)
	DONE
	return 1;
}

/* Names that go on in the next line. */
static int counter_split(struct counter *c)
{
	pthread_mutex_\
lock(&c->lock);
	c->value++;
	pthread_mutex_unlock(&c->lock);
	pthread_mutex_lock(&c->lock);
	c->value++;
	pthread_mutex_unlock(&c->lock);
	return c->value;
}

static int counter_step(struct counter *c, int step)
{
	static void *const steps[] = { &&one, &&two };

	pthread_mutex_lock(&c->lock);
	goto *steps[step];
two:	c->value++;
one:	c->value++;
	pthread_mutex_unlock(&c->lock);
	return step;
}

int main(void)
{
	struct counter c = { .value = 3 };

	counter_init(&c);
	printf("%d\n", counter_add(&c, 4));
	printf("%d\n", counter_asm(&c));
	printf("%d\n", counter_mask(&c) + counter_wide(&c, 1));
	printf("%d\n", counter_step(&c, 1) + counter_split(&c) + counter_loop(&c));
	printf("%d\n", c.value);
	return 0;
}
