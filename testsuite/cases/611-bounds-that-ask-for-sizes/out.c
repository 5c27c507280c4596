/* The bound of an array may ask for the size of what the section has by its address. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared = 3;

struct copied_cs {   /* lock, in.c:16-17 */
	char *name;  /* by reference */
};

static int copied_cs(void *ctx)
{
	struct copied_cs *cs = ctx;
	char *name = cs->name;

	name[0]++;
	return RCL_KEEP;
}

static int copied(int n)
{
	char name[20] = "ab";
	int seen;

	struct copied_cs cs = { .name = name };
	rcl_exec_anon(&lock, copied_cs, &cs, sizeof(cs));
	char copy[sizeof(name)];
	memcpy(copy, name, sizeof copy);
	seen = copy[0] + (int)sizeof copy + n;
	shared++;
	rcl_unlock(&lock);
	return seen;
}

static int counted(int n)
{
	static const char *const names[] = { "a", "bc", "def" };
	int seen;

	rcl_lock(&lock);
	int all[COUNT(names)];
	all[1] = (int)strlen(names[n % 3]);
	seen = (int)sizeof all + all[1];
	shared++;
	rcl_unlock(&lock);
	return seen;
}

struct indexed_cs {  /* lock, in.c:45-55 */
	int *all;    /* by reference */
	int *i;      /* by reference */
	int *p;      /* in */
};

static int indexed_cs(void *ctx)
{
	struct indexed_cs *cs = ctx;
	int *all = cs->all;
	int *i = cs->i;
	int *p = cs->p;

	all[*i] = 3;
	all[all[*i] % 2] += *i;
	*p += 1;
	{
		int i = 2, more[2];

		more[i - 1] = all[i];
		shared += more[1];
	}
	return 0;
}

/* these are known to be used */
static int indexed(int n)
{
	int all[5] = { n }, i = 1, *p = &i;

	struct indexed_cs cs = { .all = all, .i = &i, .p = p };
	rcl_exec_anon(&lock, indexed_cs, &cs, sizeof(cs));
	return all[1] + i;
}

int main(void)
{
	for (int n = 1; n < 4; n++)
		printf("%d %d %d\n", copied(n), counted(n), indexed(n));
	return 0;
}
