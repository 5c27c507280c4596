/*
 * The optimiser sees less of a function that is called: of its caller, which
 * stays as it was, it warns then. Contexts have holes, as other structures do.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	long v;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct node *all;

struct add_cs {             /* lock, in.c:21-26 */
	int v;              /* in */
	long more;          /* in */
	struct node *made;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int v = cs->v;
	long more = cs->more;
	struct node *made;

	made = malloc(sizeof(*made));
	made->v = v + more;
	made->next = all;
	all = made;
	cs->made = made;
	return 0;
}

static struct node *add(int v, long more)
{
	struct node *made;

	struct add_cs cs = { .v = v, .more = more };
	rcl_exec_errno(&lock, add_cs, &cs, sizeof(cs));
	made = cs.made;
	return made;
}

int main(void)
{
	long last;

	for (struct node *n = add(3, 1); n; n = n->next)
		last = n->v;
	printf("%ld\n", last);
	return 0;
}
