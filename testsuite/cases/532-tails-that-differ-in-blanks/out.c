#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

struct says_cs {  /* lock, in.c:10-22 */
	int n;    /* in */
};

static int says_cs(void *ctx)
{
	struct says_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	if (n > 5) {
		return 1;
	}
	if (n > 3) {
		return 2;
	}
	return 0;
}

/* What follows a release differs in a blank: in a text, it matters. */
static int says(int n)
{
	struct says_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, says_cs, &cs, sizeof(cs))) {
	case 1:
		puts("very  much");
		return 1;
	case 2:
		puts("very much");
		return 1;
	}
	return 0;
}

struct ends_cs {  /* lock, in.c:28-41 */
	int n;    /* in */
};

static int ends_cs(void *ctx)
{
	struct ends_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	if (n > 5) {
		return 1;
	}
	if (n > 3) {
		return 2;
	}
	return 0;
}

static int ends(int n)
{
	struct ends_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, ends_cs, &cs, sizeof(cs))) {
	case 1:
		puts("much"); // and
		puts("more");
		return 1;
	case 2:
		puts("much"); // and puts("more");
		return 1;
	}
	return 0;
}

struct alike_cs {  /* lock, in.c:47-60 */
	int n;     /* in */
};

static int alike_cs(void *ctx)
{
	struct alike_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	if (n > 5) {
		return 1;
	}
	if (n > 3) {
		return 1;
	}
	return 0;
}

static int alike(int n)
{
	struct alike_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, alike_cs, &cs, sizeof(cs)) == 1) {
		puts("much"); /* or more */
		return 1;
	}
	return 0;
}

int main(void)
{
	for (int n = 3; n < 7; n++)
		printf("%d\n", says(n) + ends(n) + alike(n));
	return 0;
}
