/* A file whose stars stand at the type, whose heads have no space, and which says unsigned and T const. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct node node_t;

struct node {
	node_t* next;
	unsigned key;
	char const* name;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static node_t* list;
static unsigned length;

static node_t* find(unsigned const key, char const* otherwise, node_t** last)
{
	node_t* found;
	pthread_mutex_lock(&list_lock);
	for(found = list; found; found = found->next) {
		if(found->key == key) {
			pthread_mutex_unlock(&list_lock);
			return found;
		}
		*last = found;
	}
	length += otherwise[0] == '?';
	pthread_mutex_unlock(&list_lock);
	return NULL;
}

static int add(node_t* node, unsigned limit, long unsigned int* adds)
{
	unsigned size, before;
	if(pthread_mutex_trylock(&list_lock) != 0) {
		return -1;
	}
	before = length;
	size = before + 1;
	if(size > limit) {
		pthread_mutex_unlock(&list_lock);
		return 0;
	}
	node->next = list;
	list = node;
	length = size;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&list_lock);
	*adds += size - before;
	return 1;
}

static unsigned drop(void (*forget)(node_t*), unsigned most)
{
	unsigned dropped = 0;
	pthread_mutex_lock(&list_lock);
	while(list && dropped < most) {
		node_t* first = list;
		list = first->next;
		length--;
		pthread_mutex_unlock(&list_lock);
		forget(first);
		dropped++;
		pthread_mutex_lock(&list_lock);
	}
	pthread_mutex_unlock(&list_lock);
	return dropped;
}

static void forget(node_t* node)
{
	printf("%u %s\n", node->key, node->name);
	free(node);
}

int main(void)
{
	unsigned long adds = 0;
	node_t* last = NULL;
	for(unsigned i = 1; i <= 3; i++) {
		node_t* node = malloc(sizeof(*node));
		*node = (node_t) { NULL, i, i == 2 ? "two" : "another" };
		printf("%d\n", add(node, 3, &adds));
	}
	node_t* two = find(2, "!", &last);
	printf("%s behind %u, %p\n", two->name, last->key, (void*)find(7, "?", &last));
	printf("%u of %u, %lu\n", drop(forget, 2), length, adds);
	return 0;
}
