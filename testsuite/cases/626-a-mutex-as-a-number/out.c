#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static uintptr_t handles[2];
static int n;

static rcl_mutex_t *acquire_mutex(uintptr_t handle)
{
	return (rcl_mutex_t *)handle;
}

/* handles[1], in.c:22-24 */
static int main_m_1_cs(void *ctx)
{
	n++;
	return 0;
}

/* m, in.c:25-27 */
static int main_m_2_cs(void *ctx)
{
	n++;
	return 0;
}

int main(void)
{
	handles[1] = (uintptr_t)&m;
	rcl_exec_anon(acquire_mutex(handles[1]), main_m_1_cs, NULL, 0);
	rcl_exec_anon(&m, main_m_2_cs, NULL, 0);
	printf("%d\n", n);
	return 0;
}
