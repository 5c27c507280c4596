/*
 * The block of a scope macro declares what has the name of a variable that it
 * uses before: in the section's function there would be two in one block.
 */
#include <pthread.h>
#include <stdio.h>

static void give_back(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
static pthread_mutex_t *taken(pthread_mutex_t *m) { pthread_mutex_lock(m); return m; }
#define WITH(m) \
	for (pthread_mutex_t *held_ __attribute__((cleanup(give_back), unused)) = taken(m), *once_ = NULL; \
		once_ == NULL; once_ = (void *)1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
