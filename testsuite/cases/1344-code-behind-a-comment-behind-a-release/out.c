/* Code that follows a release on its line, behind a comment: it must not seem to be under the client's condition. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared;

struct leaves_cs {  /* m, in.c:11-21 */
	int n;      /* in */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;

	shared += n;
	if (shared > 5) {
		return 1;
	}
	if (shared > 4) {
		return 2;
	}
	shared++;
	return 0;
}

static int leaves(int n)
{
	struct leaves_cs cs = { .n = n };
	switch (rcl_exec_anon(&m, leaves_cs, &cs, sizeof(cs))) {
	case 1:
		/* enough */ return -1;
	case 2:
		return 1;
	}
	/* not yet */ n++; /* one more */
	return n;
}

struct goes_on_m_1_cs {  /* m, in.c:27-28 */
	int n;           /* in */
};

static int goes_on_m_1_cs(void *ctx)
{
	struct goes_on_m_1_cs *cs = ctx;
	int n = cs->n;

	/* begins */ shared += n;
	return 0;
}

struct goes_on_m_2_cs {  /* m, in.c:29-31 */
	int n;           /* in */
};

static int goes_on_m_2_cs(void *ctx)
{
	struct goes_on_m_2_cs *cs = ctx;
	int n = cs->n;

	shared -= n;
	return 0;
}

static int goes_on(int n)
{
	struct goes_on_m_1_cs cs = { .n = n };
	rcl_exec_anon(&m, goes_on_m_1_cs, &cs, sizeof(cs));
	/* is over */ /* twice */ n += shared / 2;
	struct goes_on_m_2_cs m_2_cs = { .n = n };
	rcl_exec_anon(&m, goes_on_m_2_cs, &m_2_cs, sizeof(m_2_cs)); /* nothing
	follows here */
	return n;
}

int main(void)
{
	int first = leaves(1), second = leaves(3), third = leaves(2);

	printf("%d %d %d %d\n", first, second, third, shared);
	printf("%d %d\n", goes_on(2), shared);
	return 0;
}
