/* A mutex that leaves the tree as another structure, and comes back as such: both calls would not fit. */
#include <pthread.h>
#include <stdlib.h>
struct dyn;
void set_create(struct dyn *(*)(void));
void set_lock(void (*)(int, struct dyn *));
static struct dyn *create(void)
{
	pthread_mutex_t *new = malloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(new, NULL);
	return (void *)new;
}
static void lock(int mode, struct dyn *l)
{
	if (mode)
		pthread_mutex_lock((pthread_mutex_t *)l);
	else
		pthread_mutex_unlock((pthread_mutex_t *)l);
}
int main(void)
{
	set_create(create);
	set_lock(lock);
	return 0;
}
