/* What is left of an address behind a mask may be the address, and assembler may give back that of an array in a
 * structure. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct row {
	int sum;
	int each[3];
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;
static uintptr_t whole = ~(uintptr_t)3;

static void reuse(void)
{
	volatile char stack[400];

	memset((void *)stack, 0x5a, sizeof(stack));
}

static int by_a_number(int n)
{
	int *first;

	rcl_lock(&m);
	int room[4] = { n, 2, 3, 4 };
	total += n;
	first = (int *)(((uintptr_t)room + 3) & -4);
	rcl_unlock(&m);
	reuse();
	return first[0] + first[1];
}

static int by_a_variable(int n)
{
	int *first;

	rcl_lock(&m);
	int room[4] = { n, 2, 3, 4 };
	total += n;
	first = (int *)((uintptr_t)room & whole);
	rcl_unlock(&m);
	reuse();
	return first[0] + first[1];
}

static int taken_from_nothing(int n)
{
	uintptr_t below;

	rcl_lock(&m);
	int room[4] = { n, 2, 3, 4 };
	total += n;
	below = 0 - (uintptr_t)room;
	rcl_unlock(&m);
	reuse();
	return *(int *)(0 - below);
}

struct places_cs {   /* m, in.c:68-75 */
	int n;       /* in */
	int first;   /* out */
	int length;  /* out */
};

static int places_cs(void *ctx)
{
	struct places_cs *cs = ctx;
	int n = cs->n;
	int first;
	int length;
	int room[4] = { n, 2, 3, 4 }, *end = room;
	while (*end < 4)
		end++;
	total += room[0];
	first = ((uintptr_t)room & (sizeof(int) - 1)) + ((uintptr_t)room & 3);
	length = end - room + (int)((uintptr_t)end - (uintptr_t)room);
	cs->first = first;
	cs->length = length;
	return 0;
}

/* these leave nothing of it */
static int places(int n)
{
	int first, length;

	struct places_cs cs = { .n = n };
	rcl_exec_anon(&m, places_cs, &cs, sizeof(cs));
	first = cs.first;
	length = cs.length;
	return first + length;
}

struct in_assembler_cs {  /* m, in.c:85-90 */
	int n;            /* in */
	struct row *row;  /* by reference */
	int *each;        /* in */
	int more;         /* out */
};

static int in_assembler_cs(void *ctx)
{
	struct in_assembler_cs *cs = ctx;
	int n = cs->n;
	struct row *row = cs->row;
	int *each = cs->each;
	int more;

	each[1] += n;
	row->each[0] += 4;
	more = row->each[1] + each[0];
	total += more;
	cs->more = more;
	return 0;
}

static int in_assembler(int n)
{
	struct row row = { n, { 1, 2, 3 } };
	int *each, more;

	__asm__("mov %1, %0" : "=r"(each) : "r"(row.each));
	struct in_assembler_cs cs = { .n = n, .row = &row, .each = each };
	rcl_exec_anon(&m, in_assembler_cs, &cs, sizeof(cs));
	more = cs.more;
	return more + each[0] + row.each[1];
}

int main(void)
{
	int sum = by_a_number(5) + by_a_variable(6) + taken_from_nothing(7);

	printf("%d ", sum);
	printf("%d ", places(1));
	printf("%d ", in_assembler(3));
	printf("%d\n", total);
	return 0;
}
