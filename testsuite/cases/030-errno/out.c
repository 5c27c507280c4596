#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long parsed;

struct parse_cs {          /* lock, in.c:13-17 */
	const char *text;  /* in */
	int failed;        /* out */
};

static int parse_cs(void *ctx)
{
	struct parse_cs *cs = ctx;
	const char *text = cs->text;
	int failed;

	errno = 0;
	parsed = strtol(text, NULL, 10);
	failed = errno != 0;
	cs->failed = failed;
	return 0;
}

static int parse(const char *text)
{
	int failed;

	struct parse_cs cs = { .text = text };
	rcl_exec_errno(&lock, parse_cs, &cs, sizeof(cs));
	failed = cs.failed;
	return failed || errno != 0;
}

int main(void)
{
	printf("%d", parse("17"));
	printf(" %d %d\n", parse("99999999999999999999999"), errno == ERANGE);
	return 0;
}
