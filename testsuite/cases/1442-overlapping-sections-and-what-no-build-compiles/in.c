/* The section that is cut before it overlaps the other one is cut before what no build compiles of it, too. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, entry = PTHREAD_MUTEX_INITIALIZER;
static int listed, total;

static int update(int n)
{
	pthread_mutex_lock(&list);
	listed++;
	if (listed > 9)
		listed = 0;
	printf("%d listed\n", listed);
	pthread_mutex_lock(&entry);
	total += n;
	printf("%d in all\n", total);
#ifdef LIMITED
	if (total > 9) {
		pthread_mutex_unlock(&entry);
		pthread_mutex_unlock(&list);
		return -1;
	}
#endif
	total++;
	pthread_mutex_unlock(&list);
	total += listed;
	pthread_mutex_unlock(&entry);
	return n;
}

int main(void)
{
	printf("%d %d\n", update(3), update(7));
	printf("%d %d\n", listed, total);
	return 0;
}
