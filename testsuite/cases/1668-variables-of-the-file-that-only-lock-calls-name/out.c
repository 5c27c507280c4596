/* Variables of the file that only lock calls name: where these go, they do. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static const char others[] = "others";
static long total;

struct add_cs {  /* lock, in.c:35-37 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct get_cs {  /* lock, in.c:44-46 */
	long n;  /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	long n;

	n = total;
	cs->n = n;
	return 0;
}

static long get(void)
{
	long n;

	struct get_cs cs;
	rcl_exec_anon(&lock, get_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	add(1);
	add(2);
	printf("%s %ld\n", others, get());
	return 0;
}
