/* Ways out that read alike are not the same where they say the line that they stand in. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FAIL() return failed(__LINE__)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared, last, other;

static int failed(int line)
{
	other += line != last;
	last = line;
	return -1;
}

struct add_cs {  /* lock, in.c:19-29 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0) {
		return 1;
	}
	shared += n;
	if (shared > 20) {
		return 2;
	}
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

	if (way == 1) {
		FAIL();
	}
	if (way == 2) {
		FAIL();
	}
	return 0;
}

struct line_of_cs {  /* lock, in.c:35-45 */
	int n;       /* in */
};

static int line_of_cs(void *ctx)
{
	struct line_of_cs *cs = ctx;
	int n = cs->n;

	shared -= n;
	if (n < 0) {
		return 1;
	}
	if (shared < 0) {
		return 2;
	}
	return 0;
}

static int line_of(int n)
{
	struct line_of_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, line_of_cs, &cs, sizeof(cs))) {
	case 1:
		return __LINE__;
	case 2:
		return __LINE__;
	}
	return 0;
}

int main(void)
{
	int given[] = { 1, -1, -2, 30, 40, -3, 5 };

	for (int i = 0; i < 7; i++)
		printf("%d ", add(given[i]));
	printf("%d\n", other);

	int first = line_of(-5), second = line_of(100);

	printf("%d %d %d\n", first && second, first != second, shared);
	return 0;
}
