/* The same in a library: code that is not of the tree calls its functions. */
#include <pthread.h>
#include <stdlib.h>
struct dyn;
struct dyn *dyn_new(void)
{
	pthread_mutex_t *new = malloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(new, NULL);
	return (struct dyn *)new;
}
void dyn_lock(struct dyn *l)
{
	pthread_mutex_lock((pthread_mutex_t *)l);
}
void dyn_unlock(struct dyn *l)
{
	pthread_mutex_unlock((pthread_mutex_t *)l);
}
