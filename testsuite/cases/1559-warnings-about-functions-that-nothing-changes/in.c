/*
 * The optimiser sees less of a function that is called: of its caller, which
 * stays as it was, it warns then. Contexts have holes, as other structures do.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	long v;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *all;

static struct node *add(int v, long more)
{
	struct node *made;

	pthread_mutex_lock(&lock);
	made = malloc(sizeof(*made));
	made->v = v + more;
	made->next = all;
	all = made;
	pthread_mutex_unlock(&lock);
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
