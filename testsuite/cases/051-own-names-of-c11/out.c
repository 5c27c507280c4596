#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef struct {
	rcl_mutex_t m;
} mtx_t;

static mtx_t lock = { RCL_MUTEX_INITIALIZER(mtx_t_m) };
static int n;

static rcl_mutex_t *mtx_mutex(mtx_t *mtx)
{
	return &mtx->m;
}

/* lock.m, in.c:23-25 */
static int main_cs(void *ctx)
{
	n++;
	return 0;
}

int main(void)
{
	rcl_exec_anon(mtx_mutex(&lock), main_cs, NULL, 0);
	printf("%d\n", n);
	return 0;
}
