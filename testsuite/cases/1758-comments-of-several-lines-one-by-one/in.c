/* Functions and declarations behind comments each line of which is a comment of its own, */
/* and whose columns are no tab stops.                                                     */

#include <pthread.h>
#include <stdio.h>

struct status {
	int			 value;

	pthread_mutex_t		 lock;
	pthread_cond_t		 wakeup;
	struct status		*next;
};

static struct status status = {
	0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL
};

/* Shutdown procedure, but nobody has to call this. The  */
/* kernel ends all threads.                              */

static int shut_down(void)
{
	pthread_mutex_lock(&status.lock);
	status.value = -1;
	pthread_cond_signal(&status.wakeup);
	pthread_mutex_unlock(&status.lock);
	return 0;
}

/* ------ values ------ */

/* Adds to the value,    */
/* and gives it.         */
static int add(int n)
{
	int sum;

	pthread_mutex_lock(&status.lock);
	status.value += n;
	sum = status.value;
	pthread_mutex_unlock(&status.lock);
	return sum;
}

int main(void)
{
	printf("%d", add(1));
	printf(" %d", add(2));
	printf(" %d\n", shut_down());
	return status.value + 1;
}
