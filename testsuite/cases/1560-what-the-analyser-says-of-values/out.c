/* gcc's analyser follows values through functions: in a section's function and its client it finds others. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	long v;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct node *all;
static int hits;

struct add_cs {             /* lock, in.c:20-25 */
	int v;              /* in */
	struct node *made;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int v = cs->v;
	struct node *made;

	made = malloc(sizeof(*made));
	made->v = v;
	made->next = all;
	all = made;
	cs->made = made;
	return 0;
}

static struct node *add(int v)
{
	struct node *made;

	struct add_cs cs = { .v = v };
	rcl_exec_errno(&lock, add_cs, &cs, sizeof(cs));
	made = cs.made;
	return made;
}

struct found_cs {     /* lock, in.c:33-47 */
	long v;       /* in */
	char **copy;  /* in */
};

static int found_cs(void *ctx)
{
	struct found_cs *cs = ctx;
	long v = cs->v;
	char **copy = cs->copy;
	struct node *n;

	for (n = all; n && n->v != v; n = n->next)
		;
	if (n == NULL) {
		return 1;
	}
	*copy = memcpy(malloc(8), "some", 5);
	hits++;
	if (v > 5) {
		return 2;
	}
	return 0;
}

static int found(long v, char **copy)
{
	struct found_cs cs = { .v = v, .copy = copy };
	switch (rcl_exec_errno(&lock, found_cs, &cs, sizeof(cs))) {
	case 1:
		*copy = strdup("none");
		return 0;
	case 2:
		return 2;
	}
	return 1;
}

int main(void)
{
	long last;
	char *copy;

	for (struct node *n = add(3); n; n = n->next)
		last = n->v;
	printf("%ld %d", last, found(3, &copy));
	printf(" %s\n", copy);
	free(copy);
	return 0;
}
