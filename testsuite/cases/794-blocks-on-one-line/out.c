/* What stands in braces on one line with a section gets lines of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long data;

struct one_cs {  /* m, in.c:6 */
	int n;   /* in */
	long r;  /* out */
};

static int one_cs(void *ctx) {
	struct one_cs *cs = ctx;
	int n = cs->n;

	data += n; long r = data;
	cs->r = r;
	return 0;
}

static long one(int n) {
	long r;
	struct one_cs cs = { .n = n };
	rcl_exec_anon(&m, one_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct two_cs {  /* m, in.c:7 */
	int n;   /* in */
};

static int two_cs(void *ctx) {
	struct two_cs *cs = ctx;
	int n = cs->n;

	data += n;
	return 0;
}

static void two(int n) {
	struct two_cs cs = { .n = n };
	rcl_exec_anon(&m, two_cs, &cs, sizeof(cs));
}
static void *run(void *a) { long s = 0; for (int i = 0; i < 1000; i++) { s += one(i & 3); two(i); } printf("%ld\n", s); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%ld\n", data); return 0; }

/* m, in.c:10 */
static int four_cs(void *ctx) {
	data++;
	return 0;
}

static int four(int n) {
	if (n > 3) {
		rcl_exec_anon(&m, four_cs, NULL, 0);
		return 2;
	}
	n++; return n;
}

struct five_m_1_cs {  /* m, in.c:13 */
	int i;        /* in */
};

static int five_m_1_cs(void *ctx)
{
	struct five_m_1_cs *cs = ctx;
	int i = cs->i;

	data += i;
	return 0;
}

struct five_m_2_cs {  /* m, in.c:14 */
	int n;        /* in */
};

static int five_m_2_cs(void *ctx)
{
	struct five_m_2_cs *cs = ctx;
	int n = cs->n;

	if (data > 7) { return 1; } data += n;
	return 0;
}

/* m, in.c:15 */
static int five_m_3_cs(void *ctx)
{
	data++;
	return 0;
}

/* m, in.c:16 */
static int five_m_4_cs(void *ctx)
{
	data++;
	return 0;
}

static int five(int n)
{
	for (int i = 0; i < n; i++) {
		struct five_m_1_cs cs = { .i = i };
		rcl_exec_anon(&m, five_m_1_cs, &cs, sizeof(cs));
	}
	while (n--) {
		if (n == 2) { continue; }
		struct five_m_2_cs cs = { .n = n };
		if (rcl_exec_anon(&m, five_m_2_cs, &cs, sizeof(cs)) == 1) {
			break;
		}
		n--;
	}
	if (n) {
		rcl_tryexec(&m, five_m_3_cs, NULL, 0);
	}
	do {
		rcl_exec_anon(&m, five_m_4_cs, NULL, 0);
	} while (0);
	return n;
}
int more(int n) { return four(n) + five(n); }
