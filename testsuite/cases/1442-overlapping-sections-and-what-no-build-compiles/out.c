/* The section that is cut before it overlaps the other one is cut before what no build compiles of it, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t list = RCL_MUTEX_INITIALIZER(list), entry = RCL_MUTEX_INITIALIZER(entry);
static int listed, total;

struct update_entry_cs {  /* entry, in.c:15-17 */
	int n;            /* in */
};

static int update_entry_cs(void *ctx)
{
	struct update_entry_cs *cs = ctx;
	int n = cs->n;

	total += n;
	printf("%d in all\n", total);
	return RCL_KEEP;
}

struct update_list_cs {  /* list, in.c:10-17 */
	int n;           /* in */
};

static int update_list_cs(void *ctx)
{
	struct update_list_cs *cs = ctx;
	int n = cs->n;

	listed++;
	if (listed > 9)
		listed = 0;
	printf("%d listed\n", listed);
	struct update_entry_cs entry_cs = { .n = n };
	rcl_exec(&entry, update_entry_cs, &entry_cs, sizeof(entry_cs));
	return RCL_KEEP;
}

static int update(int n)
{
	struct update_list_cs cs = { .n = n };
	rcl_exec(&list, update_list_cs, &cs, sizeof(cs));
#ifdef LIMITED
	if (total > 9) {
		pthread_mutex_unlock(&entry);
		pthread_mutex_unlock(&list);
		return -1;
	}
#endif
	total++;
	rcl_unlock(&list);
	total += listed;
	rcl_unlock(&entry);
	return n;
}

int main(void)
{
	printf("%d %d\n", update(3), update(7));
	printf("%d %d\n", listed, total);
	return 0;
}
