#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define ALIGNED __attribute__((aligned(64)))
#define ON(cpu)
#define ZEROED { 0 }

static rcl_mutex_t aligned __attribute__((aligned(64))) = RCL_MUTEX_INITIALIZER(aligned);
static rcl_mutex_t first ALIGNED = RCL_MUTEX_INITIALIZER(first), second ON(1)
	ALIGNED = RCL_MUTEX_INITIALIZER(second), third = RCL_MUTEX_INITIALIZER(third);
static ALIGNED rcl_mutex_t behind = RCL_MUTEX_INITIALIZER(behind);
static rcl_mutex_t named __asm__("other_name") = RCL_MUTEX_INITIALIZER(named);
static rcl_mutex_t zero = RCL_MUTEX_INITIALIZER(zero);
static rcl_mutex_t zeros ALIGNED = RCL_MUTEX_INITIALIZER(zeros);
static rcl_mutex_t none = RCL_MUTEX_INITIALIZER(none);
static rcl_mutex_t said = RCL_MUTEX_INITIALIZER(said);
static rcl_mutex_t made = ZEROED;
static struct { rcl_mutex_t lock; int n; } one ALIGNED;
static int sum;

/* own, in.c:26-28 */
static int count_own_cs(void *ctx)
{
	sum++;
	return 0;
}

/* last, in.c:29-31 */
static int count_last_cs(void *ctx)
{
	sum++;
	return 0;
}

static void count(void)
{
	static rcl_mutex_t own ALIGNED = RCL_MUTEX_INITIALIZER(own);
	static rcl_mutex_t last = RCL_MUTEX_INITIALIZER(last);

	rcl_exec_anon(&own, count_own_cs, NULL, 0);
	rcl_exec_anon(&last, count_last_cs, NULL, 0);
}

/* all[i], in.c:39-41 */
static int main_aligned_cs(void *ctx)
{
	sum++;
	return 0;
}

/* made, in.c:43-45 */
static int main_made_cs(void *ctx)
{
	sum++;
	return 0;
}

/* one.lock, in.c:46-48 */
static int main_one_cs(void *ctx)
{
	one.n += sum;
	return 0;
}

int main(void)
{
	rcl_mutex_t *all[] = { &aligned, &first, &second, &third, &behind, &named, &zero, &zeros, &none, &said };

	for (int i = 0; i < 10; i++) {
		rcl_exec_anon(all[i], main_aligned_cs, NULL, 0);
	}
	rcl_exec_anon(&made, main_made_cs, NULL, 0);
	rcl_exec_anon(&one.lock, main_one_cs, NULL, 0);
	count();
	printf("%d %d\n", sum, one.n);
	return 0;
}
