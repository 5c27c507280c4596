/* What assembler calls may be any function, one that asks for its thread's variables, or waits. */
#include <pthread.h>
#include <stdio.h>

#define CLOBBERED "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "cc", "memory"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int own;
static int total;

static int owned(int n)
{
	return own += n;
}

static int called(int n)
{
	int result;

	pthread_mutex_lock(&lock);
	__asm__ volatile("call *%2" : "=a"(result), "+D"(n) : "b"(owned) : CLOBBERED);
	total += result;
	pthread_mutex_unlock(&lock);
	return result;
}

static int counted(int n)
{
	pthread_mutex_lock(&lock);
	__asm__("addl %1, %0" : "+r"(n) : "r"(total) : "cc");
	total += n;
	pthread_mutex_unlock(&lock);
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
