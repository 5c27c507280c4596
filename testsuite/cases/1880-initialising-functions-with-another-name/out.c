/* A macro is another name of the function that initialises the only class: it has no place for the class, its uses have. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef _WIN32
#define list_mutex_init(m, attributes) win32_init(m)
#else
#define list_mutex_init pthread_mutex_init
#define list_mutex_setup list_mutex_init
#define list_mutex_lock rcl_lock
#define list_mutex_unlock rcl_unlock
#endif

struct list {
	rcl_mutex_t mutex;
	int n;
};

struct push_cs {            /* list->mutex, in.c:23-25 */
	struct list *list;  /* in */
	int n;              /* out */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct list *list = cs->list;
	int n;

	n = ++list->n;
	cs->n = n;
	return 0;
}

static int push(struct list *list)
{
	int n;

	struct push_cs cs = { .list = list };
	rcl_exec_anon(&list->mutex, push_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	static struct list list;

	if (rcl_mutex_init(&list.mutex, NULL, list_mutex) != 0)
		return 1;
	printf("%d %d\n", push(&list), push(&list));
	return 0;
}
