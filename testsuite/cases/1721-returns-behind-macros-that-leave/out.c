#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* GLib's g_return_if_reached() is such a macro. */
#define RETURN_IF_REACHED() do { printf("line reached\n"); return; } while (0)
#define RETURN_VAL_IF_REACHED(value) do { printf("line reached\n"); return value; } while (0)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct add_cs {  /* m, in.c:13-20 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(&m, add_cs, &cs, sizeof(cs)) == 1) {
		RETURN_IF_REACHED();
		return;
	}
}

struct twice_cs {  /* m, in.c:27-36 */
	int n;     /* in */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int n = cs->n;
	int k;

	total++;
	k = total + n;
	if (k < 0) {
		return 1;
	}
	total += k;
	return 0;
}

static int twice(int n)
{
	int k;

	struct twice_cs cs = { .n = n };
	if (rcl_exec_anon(&m, twice_cs, &cs, sizeof(cs)) == 1) {
		RETURN_VAL_IF_REACHED(-1);
		return k;       /* nobody gets here */
	}
	return n;
}

struct thrice_cs {  /* m, in.c:42-52 */
	int n;      /* in */
};

static int thrice_cs(void *ctx)
{
	struct thrice_cs *cs = ctx;
	int n = cs->n;

	for (int i = 0; i < 5; i++) {
		int left = n - i;
		if (left < total) {
			return 1;
		}
		total += n;
	}
	return 0;
}

static int thrice(int n)
{
	struct thrice_cs cs = { .n = n };
	if (rcl_exec_anon(&m, thrice_cs, &cs, sizeof(cs)) == 1) {
		int left;
		RETURN_VAL_IF_REACHED(0);
		return left;
	}
	return n;
}

int main(void)
{
	add(4);
	add(-1);
	printf("%d %d\n", twice(3), twice(-100));
	printf("%d %d\n", thrice(1000), thrice(2));
	printf("%d\n", total);
	return 0;
}
