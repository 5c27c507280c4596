/* A file whose stars stand at the type, whose heads have no space, and which says unsigned and T const. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct node node_t;

struct node {
	node_t* next;
	unsigned key;
	char const* name;
};

static rcl_mutex_t list_lock = RCL_MUTEX_INITIALIZER(list_lock);
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static node_t* list;
static unsigned length;

struct find_cs {                /* list_lock, in.c:22-31 */
	unsigned key;           /* in */
	char const* otherwise;  /* in */
	node_t** last;          /* in */
	node_t* found;          /* out */
};

static int find_cs(void* ctx)
{
	struct find_cs* cs = ctx;
	unsigned const key = cs->key;
	char const* otherwise = cs->otherwise;
	node_t** last = cs->last;
	node_t* found;

	for(found = list; found; found = found->next) {
		if(found->key == key) {
			cs->found = found;
			return 1;
		}
		*last = found;
	}
	length += otherwise[0] == '?';
	return 0;
}

static node_t* find(unsigned const key, char const* otherwise, node_t** last)
{
	node_t* found;
	struct find_cs cs = { .key = key, .otherwise = otherwise, .last = last };
	if(rcl_exec_anon(&list_lock, find_cs, &cs, sizeof(cs)) == 1) {
		found = cs.found;
		return found;
	}
	return NULL;
}

struct add_cs {           /* list_lock, in.c:38-51 */
	node_t* node;     /* in */
	unsigned limit;   /* in */
	unsigned size;    /* out */
	unsigned before;  /* out */
};

static int add_cs(void* ctx)
{
	struct add_cs* cs = ctx;
	node_t* node = cs->node;
	unsigned limit = cs->limit;
	unsigned size;
	unsigned before;

	before = length;
	size = before + 1;
	if(size > limit) {
		return 1;
	}
	node->next = list;
	list = node;
	length = size;
	pthread_cond_broadcast(&changed);
	cs->size = size;
	cs->before = before;
	return 0;
}

static int add(node_t* node, unsigned limit, long unsigned int* adds)
{
	unsigned size, before;
	struct add_cs cs = { .node = node, .limit = limit };
	int way = rcl_tryexec(&list_lock, add_cs, &cs, sizeof(cs));

	if(way < 0) {
		return -1;
	}
	if(way == 1) {
		return 0;
	}
	size = cs.size;
	before = cs.before;
	*adds += size - before;
	return 1;
}

struct drop_cs {           /* list_lock, in.c:59-69 */
	unsigned most;     /* in */
	unsigned dropped;  /* in */
	node_t* first;     /* out */
	int at;            /* where it goes on */
};

static int drop_cs(void* ctx)
{
	struct drop_cs* cs = ctx;
	unsigned most = cs->most;
	unsigned dropped = cs->dropped;

	if(cs->at == 1) {
		goto at_1;
	}

	while(list && dropped < most) {
		node_t* first = list;
		list = first->next;
		length--;
		cs->first = first;
		cs->at = 1;
		return 1;
		at_1:
		first = cs->first;
	}
	return 0;
}

static unsigned drop(void (*forget)(node_t*), unsigned most)
{
	unsigned dropped = 0;
	struct drop_cs cs = { .most = most, .dropped = dropped, .at = 0 };
	while(rcl_exec_anon(&list_lock, drop_cs, &cs, sizeof(cs)) == 1) {
		node_t* first = cs.first;
		forget(first);
		dropped++;
		cs.dropped = dropped;
	}
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
