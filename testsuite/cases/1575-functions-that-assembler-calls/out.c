/* What assembler calls may be any function, one that asks for its thread's variables, or waits. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define CLOBBERED "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "cc", "memory"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static __thread int own;
static int total;

static int owned(int n)
{
	return own += n;
}

struct called_cs {   /* lock, in.c:20-23 */
	int n;       /* in */
	int result;  /* out */
};

static int called_cs(void *ctx)
{
	struct called_cs *cs = ctx;
	int n = cs->n;
	int result;

	__asm__ volatile("call *%2" : "=a"(result), "+D"(n) : "b"(owned) : CLOBBERED);
	total += result;
	cs->result = result;
	return 0;
}

static int called(int n)
{
	int result;

	struct called_cs cs = { .n = n };
	rcl_exec_blocking(&lock, called_cs, &cs, sizeof(cs));
	result = cs.result;
	return result;
}

struct counted_cs {  /* lock, in.c:29-32 */
	int n;       /* in-out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	__asm__("addl %1, %0" : "+r"(n) : "r"(total) : "cc");
	total += n;
	cs->n = n;
	return 0;
}

static int counted(int n)
{
	struct counted_cs cs = { .n = n };
	rcl_exec_anon(&lock, counted_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static void *run(void *arg)
{
	own = 40;
	printf("%d %d\n", called(1), counted(2));
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run, NULL);
	pthread_join(thread, NULL);
	printf("%d %d\n", own, total);
	return 0;
}
