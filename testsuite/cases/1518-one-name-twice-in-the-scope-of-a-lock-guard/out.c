/*
 * The block of a scope macro declares what has the name of a variable that it
 * uses before: in the section's function there would be two in one block.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static void give_back(rcl_mutex_t **m) { rcl_unlock(*m); }
static rcl_mutex_t *taken(rcl_mutex_t *m) { rcl_lock(m); return m; }
#define WITH(m) \
	for (rcl_mutex_t *held_ __attribute__((cleanup(give_back), unused)) = taken(m), *once_ = NULL; \
		once_ == NULL; once_ = (void *)1)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long counts[8];
static int limits[8];

static long add(int by)
{
	long *at = &counts[by & 7];

	WITH(&lock) {
		*at += by;
		int *at = &limits[by & 7];
		*at += 2;
	}
	return *at;
}

int main(void)
{
	printf("%ld\n", add(3));
	printf("%d\n", limits[3]);
	return 0;
}
