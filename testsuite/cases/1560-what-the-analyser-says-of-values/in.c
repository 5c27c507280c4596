/* gcc's analyser follows values through functions: in a section's function and its client it finds others. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	long v;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *all;
static int hits;

static struct node *add(int v)
{
	struct node *made;

	pthread_mutex_lock(&lock);
	made = malloc(sizeof(*made));
	made->v = v;
	made->next = all;
	all = made;
	pthread_mutex_unlock(&lock);
	return made;
}

static int found(long v, char **copy)
{
	struct node *n;

	pthread_mutex_lock(&lock);
	for (n = all; n && n->v != v; n = n->next)
		;
	if (n == NULL) {
		pthread_mutex_unlock(&lock);
		*copy = strdup("none");
		return 0;
	}
	*copy = memcpy(malloc(8), "some", 5);
	hits++;
	if (v > 5) {
		pthread_mutex_unlock(&lock);
		return 2;
	}
	pthread_mutex_unlock(&lock);
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
