/* A variable that only a section uses, and that each branch of an #if declares alike, one of them in a loop of its own: no build
 * has more than one of these, and what is moved declares its own.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>

struct item {
	struct item *next;
	int n;
	rcl_mutex_t lock;
};

static rcl_mutex_t list_lock = RCL_MUTEX_INITIALIZER(list_lock);
static struct item *head;
static int enabled = 1;

struct drain_item_cs {    /* it->lock, in.c:36-40 */
	struct item *it;  /* in */
};

static int drain_item_cs(void *ctx)
{
	struct drain_item_cs *cs = ctx;
	struct item *it = cs->it;
	struct item *later;

	for (later = it; later; later = later->next) {
		later->n++;
	}
	return 0;
}

/* list_lock, in.c:34-42 */
static int drain_list_cs(void *ctx)
{
	struct item *it;

	for (it = head; it; it = it->next) {
		struct drain_item_cs cs = { .it = it };
		rcl_exec_anon(&it->lock, drain_item_cs, &cs, sizeof(cs));
	}
	return 0;
}

static void drain(void)
{
#ifdef KERNEL
	int net;
#else

	if (enabled == 0) {
		return;
	}
#endif
#ifdef KERNEL
	for (net = 0; net < 3; net++) {
#endif
		rcl_exec_anon(&list_lock, drain_list_cs, NULL, 0);
#ifdef KERNEL
	}
#endif
}

int main(void)
{
	static struct item last = { NULL, 0, RCL_MUTEX_INITIALIZER(item_lock_main) };
	static struct item first = { &last, 0, RCL_MUTEX_INITIALIZER(item_lock_main_51) };

	head = &first;
	drain();
	return first.n != 1 || last.n != 2;
}
