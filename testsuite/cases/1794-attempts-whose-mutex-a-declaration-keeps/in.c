/* An attempt gives its mutex to a variable that the same statement declares. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t locks[4];
static int count;
static pthread_mutex_t *try_row(int id)
{
	pthread_mutex_t *m = &locks[id];
	if (pthread_mutex_trylock(m))
		return NULL;
	return m;
}
static void b(int id)
{
	pthread_mutex_t *m = try_row(id);
	if (!m)
		return;
	count++;
	pthread_mutex_unlock(m);
}
int main(void)
{
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&locks[i], NULL);
	b(2);
	printf("%d\n", count);
	return 0;
}
