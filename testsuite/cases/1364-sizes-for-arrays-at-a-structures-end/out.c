/* The memory for an array at a structure's end is as large as the size of a mutex says: the runtime's may be larger. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdlib.h>

struct table {
	size_t count;
	rcl_mutex_t locks[];
};

struct table *new_table(size_t count);
size_t count_of(struct table *t, size_t i);

struct table *new_table(size_t count)
{
	struct table *t = calloc(1, sizeof(*t) + count * sizeof(rcl_mutex_t));

	if (t == NULL)
		return NULL;
	t->count = count;
	for (size_t i = 0; i < count; i++)
		rcl_mutex_init(&t->locks[i], NULL, table_locks);
	return t;
}

struct count_of_cs {      /* t->locks[i], in.c:29-31 */
	struct table *t;  /* in */
	size_t count;     /* out */
};

static int count_of_cs(void *ctx)
{
	struct count_of_cs *cs = ctx;
	struct table *t = cs->t;
	size_t count;

	count = t->count;
	cs->count = count;
	return 0;
}

size_t count_of(struct table *t, size_t i)
{
	size_t count;

	struct count_of_cs cs = { .t = t };
	rcl_exec_anon(&t->locks[i], count_of_cs, &cs, sizeof(cs));
	count = cs.count;
	return count;
}
