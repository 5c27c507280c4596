/* What is included in a declaration, or for a macro, is a list, and no header. */
#include <stdio.h>
#ifdef __unix__
#include <pthread.h>
#endif
#include <limits.h>
#include "rcl_config.h"

#define COUNTED(name) static int name
#include <features.h>
#undef COUNTED

static const int limits[] = {
	1,
#include <features.h>
	2,
};

enum number {
	ONE,
#include <stdc-predef.h>
	TWO,
};

static const char *const name =
#include <features.h>
	"name";

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

/* lock, in.c:33-35 */
static int main_cs(void *ctx)
{
	total += limits[1] + TWO;
	return 0;
}

int main(void)
{
	rcl_exec_anon(&lock, main_cs, NULL, 0);
	printf("%s %d\n", name, total);
	return 0;
}
