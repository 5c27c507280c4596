/* Macros that are called as the header calls what its functions get, and as a section its context. */
#define m (&the_lock)
#define c 3
#define size sizes[0]
#define ctx current->context
#define section __attribute__((section(".data")))
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct state { int context; };
static rcl_mutex_t the_lock = RCL_MUTEX_INITIALIZER(the_lock);
static int sizes[2] section = { 4, 5 };
static struct state one, *current = &one;

struct add_cs {  /* m, in.c:17-21 */
	int n;   /* in-out */
};

static int add_cs(void *arg)
{
	struct add_cs *cs = arg;
	int n = cs->n;

	ctx += n + c;
	size++;
	n = ctx + size;
	cs->n = n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(m, add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d %d\n", add(1), sizes[0]);
	return 0;
}
