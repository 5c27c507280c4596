/* What is left of an address behind a mask may be the address, and assembler may give back that of an array in a
 * structure. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct row {
	int sum;
	int each[3];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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

	pthread_mutex_lock(&m);
	int room[4] = { n, 2, 3, 4 };
	total += n;
	first = (int *)(((uintptr_t)room + 3) & -4);
	pthread_mutex_unlock(&m);
	reuse();
	return first[0] + first[1];
}

static int by_a_variable(int n)
{
	int *first;

	pthread_mutex_lock(&m);
	int room[4] = { n, 2, 3, 4 };
	total += n;
	first = (int *)((uintptr_t)room & whole);
	pthread_mutex_unlock(&m);
	reuse();
	return first[0] + first[1];
}

static int taken_from_nothing(int n)
{
	uintptr_t below;

	pthread_mutex_lock(&m);
	int room[4] = { n, 2, 3, 4 };
	total += n;
	below = 0 - (uintptr_t)room;
	pthread_mutex_unlock(&m);
	reuse();
	return *(int *)(0 - below);
}

/* these leave nothing of it */
static int places(int n)
{
	int first, length;

	pthread_mutex_lock(&m);
	int room[4] = { n, 2, 3, 4 }, *end = room;
	while (*end < 4)
		end++;
	total += room[0];
	first = ((uintptr_t)room & (sizeof(int) - 1)) + ((uintptr_t)room & 3);
	length = end - room + (int)((uintptr_t)end - (uintptr_t)room);
	pthread_mutex_unlock(&m);
	return first + length;
}

static int in_assembler(int n)
{
	struct row row = { n, { 1, 2, 3 } };
	int *each, more;

	__asm__("mov %1, %0" : "=r"(each) : "r"(row.each));
	pthread_mutex_lock(&m);
	each[1] += n;
	row.each[0] += 4;
	more = row.each[1] + each[0];
	total += more;
	pthread_mutex_unlock(&m);
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
