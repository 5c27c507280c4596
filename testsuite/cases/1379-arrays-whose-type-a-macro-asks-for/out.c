/* A macro asks for the type of an array that it is given, which is no pointer's in the section either. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define CLEAR(a) memset((a), 0, sizeof(__typeof__(a)))
#define AS_LARGE(a) ({ __typeof__(a) other_ = { (a)[0] }; (int)sizeof(other_) + other_[0]; })
#define FIRST(a) ((a)[0])

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct clears_cs {           /* m, in.c:18-21 */
	char (*digits)[24];  /* by reference */
};

static int clears_cs(void *ctx)
{
	struct clears_cs *cs = ctx;
	char (*digits)[24] = cs->digits;

	total += (*digits)[20] + FIRST(*digits);
	CLEAR(*digits);
	return 0;
}

static int clears(const char *from)
{
	char digits[24];

	strcpy(digits, from);
	struct clears_cs cs = { .digits = &digits };
	rcl_exec_anon(&m, clears_cs, &cs, sizeof(cs));
	return digits[0] + digits[20];
}

struct declares_cs {         /* m, in.c:29-34 */
	const char *from;    /* in */
	char (*digits)[24];  /* by reference */
};

static int declares_cs(void *ctx)
{
	struct declares_cs *cs = ctx;
	const char *from = cs->from;
	char (*digits)[24] = cs->digits;

	CLEAR(*digits);
	strcpy(*digits, from);
	total += (*digits)[20];
	return 0;
}

static int declares(const char *from)
{
	int sum;

	char digits[24];
	struct declares_cs cs = { .from = from, .digits = &digits };
	rcl_exec_anon(&m, declares_cs, &cs, sizeof(cs));
	sum = digits[0] + digits[20];
	return sum;
}

struct declares_another_cs {  /* m, in.c:45-48 */
	char (*digits)[24];   /* by reference */
	int n;                /* out */
};

static int declares_another_cs(void *ctx)
{
	struct declares_another_cs *cs = ctx;
	char (*digits)[24] = cs->digits;
	int n;

	n = AS_LARGE(*digits);
	total += n;
	cs->n = n;
	return 0;
}

static int declares_another(const char *from)
{
	char digits[24];
	int n;

	strcpy(digits, from);
	struct declares_another_cs cs = { .digits = &digits };
	rcl_exec_anon(&m, declares_another_cs, &cs, sizeof(cs));
	n = cs.n;
	return n + digits[0];
}

struct only_looks_cs {  /* m, in.c:57-59 */
	char *digits;   /* by reference */
};

static int only_looks_cs(void *ctx)
{
	struct only_looks_cs *cs = ctx;
	char *digits = cs->digits;

	total += digits[20] + FIRST(digits);
	return 0;
}

static int only_looks(const char *from)
{
	char digits[24];

	strcpy(digits, from);
	struct only_looks_cs cs = { .digits = digits };
	rcl_exec_anon(&m, only_looks_cs, &cs, sizeof(cs));
	return digits[0];
}

int main(void)
{
	const char *from = "abcdefghijklmnopqrstuvw";
	int sum = clears(from) + declares(from) + declares_another(from) + only_looks(from);

	printf("%d %d\n", sum, total);
	return 0;
}
