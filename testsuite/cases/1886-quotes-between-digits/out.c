/* Quotes between the digits of numbers, and around characters. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total;

#define MOST 0xf'ff'ff
#define GIVE(value) do { rcl_unlock(&lock); return 1'0 * (value); } while (0)

struct a_cs {       /* lock, in.c:15-19 */
	int n;      /* in */
	long most;  /* in-out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;
	long most = cs->most;

	total += 1'000 + n; if (n > 3) { return 1; } total += 0b1'1;
	if (total > MOST) return 2; /* it's much */
	most -= 'a' + L'\'' + 0xa'b;
	cs->most = most;
	return 0;
}

static long a(int n)
{
	long most = 1'000'000;

	struct a_cs cs = { .n = n, .most = most };
	switch (rcl_exec_anon(&lock, a_cs, &cs, sizeof(cs))) {
	case 1:
		return 1'0;
	case 2:
		return 1'0 * (2'0);
	}
	most = cs.most;
	return most % 1'00;
}

struct b_cs {              /* lock, in.c:25-31 */
	int n;             /* in-out */
	const char *name;  /* in */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	int n = cs->n;
	const char *name = cs->name;

	switch (*name) {
	case'x': total += 1'2; break;
	case 'y': { long by = 3'4; total += by; } cs->n = n;
	return 1;
	}
	n += 1'1;
	cs->n = n;
	return 0;
}

static long b(int n, const char *name)
{
	struct b_cs cs = { .n = n, .name = name };
	if (rcl_exec_anon(&lock, b_cs, &cs, sizeof(cs)) == 1) {
		n = cs.n;
		return n + 5'6;
	}
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%ld %ld %ld\n", a(3), a(4), total);
	printf("%ld %ld %ld\n", b(1, "x"), b(2, "y"), total);
	return 0;
}
