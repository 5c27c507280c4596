#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int last;

struct read_event_cs {  /* lock, in.c:21-24 */
	int n;          /* in-out */
};

static int read_event_cs(void *ctx)
{
	struct read_event_cs *cs = ctx;
	int n = cs->n;

	last += n;
	n = last;
	cs->n = n;
	return 0;
}

static int read_event(int n)
{
	struct __attribute__((aligned(8))) {
		int kind;
		union __attribute__((__packed__)) {
			struct __attribute__((__packed__)) {
				char of;
				int n;
			} in;
			int whole;
		} of;
	} event = { n, { { 1, n } } };

	n = event.of.in.n;
	struct read_event_cs cs = { .n = n };
	rcl_exec_anon(&lock, read_event_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

typedef struct __attribute__((__packed__)) {
	char of;
	int n;
} next_of_one_type;

struct next_of_cs {            /* lock, in.c:35-38 */
	int n;                 /* out */
	next_of_one_type one;  /* in */
};

static int next_of_cs(void *ctx)
{
	struct next_of_cs *cs = ctx;
	int n;
	next_of_one_type one = cs->one;

	last += one.n;
	n = last;
	cs->n = n;
	return 0;
}

static int next_of(int n)
{
	next_of_one_type one = { 1, n };

	struct next_of_cs cs = { .one = one };
	rcl_exec_anon(&lock, next_of_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d", read_event(3));
	printf(" %d\n", next_of(4));
	return 0;
}
