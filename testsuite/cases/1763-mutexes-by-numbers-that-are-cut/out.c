/* The number that names a mutex is cut where it becomes a parameter's, or a variable's: it names another one then. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define MANY 512

struct slot {
	rcl_mutex_t mutex;
	int value;
};

/* the first 256 are those of the others' buckets, too */
static struct slot slots[MANY];

static rcl_mutex_t *bucket_mutex(unsigned char k)
{
	return &slots[k].mutex;
}

static void bucket_unlock(unsigned char k)
{
	rcl_unlock(&slots[k].mutex);
}

static rcl_mutex_t *low_mutex(int n)
{
	unsigned char k = n;

	return &slots[k].mutex;
}

static void low_unlock(int n)
{
	unsigned char k = n;

	rcl_unlock(&slots[k].mutex);
}

struct go_on_cs {  /* slots[n].mutex, in.c:42-43 */
	int n;     /* in */
};

static int go_on_cs(void *ctx)
{
	struct go_on_cs *cs = ctx;
	int n = cs->n;

	slots[n].value += 1;
	return RCL_KEEP;
}

/* these give back the bucket that their caller has */
static void go_on(int n)
{
	struct go_on_cs cs = { .n = n };
	rcl_exec_anon(&slots[n].mutex, go_on_cs, &cs, sizeof(cs));
	bucket_unlock(n);
	slots[n].value += 2;
	rcl_unlock(&slots[n].mutex);
}

struct go_on_low_cs {  /* slots[n].mutex, in.c:51-52 */
	int n;         /* in */
};

static int go_on_low_cs(void *ctx)
{
	struct go_on_low_cs *cs = ctx;
	int n = cs->n;

	slots[n].value += 1;
	return RCL_KEEP;
}

static void go_on_low(int n)
{
	struct go_on_low_cs cs = { .n = n };
	rcl_exec_anon(&slots[n].mutex, go_on_low_cs, &cs, sizeof(cs));
	low_unlock(n);
	slots[n].value += 2;
	rcl_unlock(&slots[n].mutex);
}

struct go_on_here_cs {  /* slots[n].mutex, in.c:62-63 */
	int n;          /* in */
};

static int go_on_here_cs(void *ctx)
{
	struct go_on_here_cs *cs = ctx;
	int n = cs->n;

	slots[n].value += 1;
	return RCL_KEEP;
}

static void go_on_here(int n)
{
	unsigned char k = n;

	struct go_on_here_cs cs = { .n = n };
	rcl_exec_anon(&slots[n].mutex, go_on_here_cs, &cs, sizeof(cs));
	rcl_unlock(&slots[k].mutex);
	slots[n].value += 2;
	rcl_unlock(&slots[n].mutex);
}

struct in_order_slots_1_cs {  /* slots[n].mutex, in.c:71-72 */
	int n;                /* in */
};

static int in_order_slots_1_cs(void *ctx)
{
	struct in_order_slots_1_cs *cs = ctx;
	int n = cs->n;

	slots[n & 255].value++;
	return RCL_KEEP;
}

struct in_order_slots_2_cs {  /* slots[n].mutex, in.c:74-75 */
	int n;                /* in */
};

static int in_order_slots_2_cs(void *ctx)
{
	struct in_order_slots_2_cs *cs = ctx;
	int n = cs->n;

	slots[n & 255].value++;
	return RCL_KEEP;
}

struct in_order_slots_3_cs {  /* slots[n].mutex, in.c:77-78 */
	int n;                /* in */
};

static int in_order_slots_3_cs(void *ctx)
{
	struct in_order_slots_3_cs *cs = ctx;
	int n = cs->n;

	slots[n & 255].value++;
	return RCL_KEEP;
}

static void in_order(int n)
{
	struct in_order_slots_1_cs cs = { .n = n };
	rcl_exec_anon(bucket_mutex(n), in_order_slots_1_cs, &cs, sizeof(cs));
	go_on(n);
	struct in_order_slots_2_cs slots_2_cs = { .n = n };
	rcl_exec_anon(low_mutex(n), in_order_slots_2_cs, &slots_2_cs, sizeof(slots_2_cs));
	go_on_low(n);
	struct in_order_slots_3_cs slots_3_cs = { .n = n };
	rcl_exec_anon(low_mutex(n), in_order_slots_3_cs, &slots_3_cs, sizeof(slots_3_cs));
	go_on_here(n);
}

struct simple_slots_1_cs {  /* slots[n].mutex, in.c:84-86 */
	int n;              /* in */
};

static int simple_slots_1_cs(void *ctx)
{
	struct simple_slots_1_cs *cs = ctx;
	int n = cs->n;

	slots[n & 255].value += 4;
	return 0;
}

struct simple_slots_2_cs {  /* slots[n].mutex, in.c:87-89 */
	int n;              /* in */
};

static int simple_slots_2_cs(void *ctx)
{
	struct simple_slots_2_cs *cs = ctx;
	int n = cs->n;

	slots[n & 255].value += 4;
	return 0;
}

/* slots[7].mutex, in.c:90-92 */
static int simple_slots_3_cs(void *ctx)
{
	slots[7].value += 4;
	return 0;
}

static void simple(int n)
{
	struct simple_slots_1_cs cs = { .n = n };
	rcl_exec_anon(bucket_mutex(n), simple_slots_1_cs, &cs, sizeof(cs));
	struct simple_slots_2_cs slots_2_cs = { .n = n };
	rcl_exec_anon(low_mutex(n), simple_slots_2_cs, &slots_2_cs, sizeof(slots_2_cs));
	rcl_exec_anon(bucket_mutex(7), simple_slots_3_cs, NULL, 0);
}

struct whole_cs {    /* slots[k].mutex, in.c:100-102 */
	unsigned k;  /* in */
};

static int whole_cs(void *ctx)
{
	struct whole_cs *cs = ctx;
	unsigned k = cs->k;

	slots[k].value += 8;
	return 0;
}

/* this variable is as large as the number */
static void whole(int n)
{
	unsigned k = n;

	struct whole_cs cs = { .k = k };
	rcl_exec_anon(&slots[k].mutex, whole_cs, &cs, sizeof(cs));
}

/* slots[n].mutex, in.c:107-109 */
static int is_taken_cs(void *ctx)
{
	return 0;
}

static int is_taken(int n)
{
	if (rcl_tryexec(&slots[n].mutex, is_taken_cs, NULL, 0) < 0)
		return 1;
	return 0;
}

int main(void)
{
	int sum = 0;

	for (int n = 0; n < MANY; n++)
		rcl_mutex_init(&slots[n].mutex, NULL, slot_mutex);
	in_order(300);
	in_order(301);
	simple(302);
	whole(303);
	for (int n = 0; n < MANY; n++)
		sum += slots[n].value * (n + 1) + 1000000 * is_taken(n);
	printf("%d\n", sum);
	return 0;
}
