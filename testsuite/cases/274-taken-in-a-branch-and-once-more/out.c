#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* Taken in a branch that goes on with the lock, and once more where the function cannot tell that it has given it back. */
static rcl_mutex_t region = RCL_MUTEX_INITIALIZER(region);
static int paths[4] = { 7, 8, 9, 10 }, opened, limit = 3;

static void drop(int **file)
{
	*file = NULL;
}

struct open_file_cs {  /* region, in.c:20-26 */
	int **file;    /* by reference */
	int found;     /* out */
};

static int open_file_cs(void *ctx)
{
	struct open_file_cs *cs = ctx;
	int **file = cs->file;
	int found;

	found = paths[**file];
	opened++;
	cs->found = found;
	return RCL_KEEP;
}

static int open_file(int *file, int *other, int path)
{
	int found = path, max = 0;

	if (other == NULL)
		drop(&file);
	if (file != NULL) {
		struct open_file_cs cs = { .file = &file };
		rcl_exec_anon(&region, open_file_cs, &cs, sizeof(cs));
		found = cs.found;
	}
	found *= 2;
	if (file != NULL)
		rcl_unlock(&region);
	while (found > max) {
		file = other;
		max += 5;
	}
	if (max > 10) {
		rcl_lock(&region);
		max = limit;
		limit++;
		rcl_unlock(&region);
	}
	return found * 100 + max;
}

int main(void)
{
	int one = 1, two = 2;

	printf("%d %d\n", open_file(&one, &two, 3), opened);
	printf("%d %d\n", open_file(&two, NULL, 4), opened);
	printf("%d %d\n", open_file(NULL, &one, 1), opened);
	printf("%d\n", limit);
	return 0;
}
