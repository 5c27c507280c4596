/* How a thread rounds, and what it is called, belongs to the kernel's thread: these sections stay in place. */
#define _GNU_SOURCE
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xmmintrin.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int rounds(void)
{
	int before;

	pthread_mutex_lock(&lock);
	before = fegetround();
	fesetround(FE_UPWARD);
	n++;
	pthread_mutex_unlock(&lock);
	before = before == FE_TONEAREST && fegetround() == FE_UPWARD;
	fesetround(FE_TONEAREST);
	return before;
}

static int by_intrinsics(void)
{
	unsigned int old = _mm_getcsr(), now;

	pthread_mutex_lock(&lock);
	_MM_SET_ROUNDING_MODE(_MM_ROUND_DOWN);
	n++;
	pthread_mutex_unlock(&lock);
	now = _MM_GET_ROUNDING_MODE();
	_mm_setcsr(old);
	return now == _MM_ROUND_DOWN;
}

static int by_assembler(void)
{
	unsigned short old, wanted, now;

	__asm__ volatile("fnstcw %0" : "=m"(old));
	wanted = old | 0x0c00;
	pthread_mutex_lock(&lock);
	__asm__ volatile("fldcw %0" : : "m"(wanted));
	n++;
	pthread_mutex_unlock(&lock);
	__asm__ volatile("fnstcw %0" : "=m"(now));
	__asm__ volatile("fldcw %0" : : "m"(old));
	return now == wanted;
}

static int named(void)
{
	char name[16];

	pthread_mutex_lock(&lock);
	pthread_setname_np(pthread_self(), "counter");
	n++;
	pthread_mutex_unlock(&lock);
	pthread_getname_np(pthread_self(), name, sizeof(name));
	return strcmp(name, "counter") == 0;
}

static int nicer(void)
{
	int before, after;

	pthread_mutex_lock(&lock);
	before = nice(0);
	after = nice(1);
	n++;
	pthread_mutex_unlock(&lock);
	return after > before || after == 19;
}

int main(void)
{
	printf("%d %d %d %d %d\n", rounds(), by_intrinsics(), by_assembler(), named(), nicer());
	printf("%d\n", n);
	return 0;
}
