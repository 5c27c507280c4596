#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static char *last;
static int requests = 300;

static int length(void)
{
	return strlen(last);
}

/* a pointer to the array that its client has would be of another type */
static int digits(void)
{
	rcl_lock(&m);
	char digits[8];
	__typeof__(digits) again;
	snprintf(digits, sizeof(digits), "%d", requests);
	snprintf(again, sizeof(again), "%d", requests * 1000);
	last = digits;
	requests += again[5] - '0' + sizeof(again);
	rcl_unlock(&m);
	return length();
}

struct measured_cs {        /* m, in.c:30-35 */
	char (*digits)[8];  /* by reference */
};

static int measured_cs(void *ctx)
{
	struct measured_cs *cs = ctx;
	char (*digits)[8] = cs->digits;

	snprintf(*digits, sizeof(*digits), "%d", requests);
	last = *digits;
	requests += sizeof(__typeof__(*digits)) + __alignof__(*digits);
	return 0;
}

static int measured(void)
{
	char digits[8];
	struct measured_cs cs = { .digits = &digits };
	rcl_exec_errno(&m, measured_cs, &cs, sizeof(cs));
	return length();
}

int main(void)
{
	printf("%d digits\n", digits());
	printf("%d digits\n", measured());
	printf("%d requests\n", requests);
	return 0;
}
