#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[4] = {1, 2, 3, 4};

/* The last one goes. */
static int count(int *all)
{
	int	count,		/* Number of items */
		total,		/* All of them together */
		i;		/* The one that is looked at */


	pthread_mutex_lock(&lock);
	for (count = 0, total = 0, i = 0; i < 4; i++) {
		count++;
		total += items[i];
	}
	pthread_mutex_unlock(&lock);
	*all = total;
	return count;
}

/* The one in the middle goes, and its comment. */
static int change(int by)
{
	int	before,		/* What there was */
		*item,		/* Where */
		after;		// What there is

	pthread_mutex_lock(&lock);
	item = &items[by % 4];
	before = *item;
	*item += by;
	after = *item;
	pthread_mutex_unlock(&lock);
	return after - before;
}

/* The first one goes. */
static int largest(void)
{
	int	i,		/* The one that is looked at */
		found;		/* The largest */

	pthread_mutex_lock(&lock);
	for (found = i = 0; i < 4; i++)
		if (items[i] > found)
			found = items[i];
	pthread_mutex_unlock(&lock);
	return found;
}

/* Two of three go. */
static int smallest(void)
{
	int	found,		/* The smallest */
		i,		/* The one that is looked at */
		at;		/* Its index */

	pthread_mutex_lock(&lock);
	for (found = items[0], at = i = 0; i < 4; i++)
		if (items[i] < found)
			at = i, found = items[at];
	pthread_mutex_unlock(&lock);
	return found;
}

int main(void)
{
	int total = 0, n = count(&total);

	printf("%d %d %d %d %d\n", n, total, change(6), largest(), smallest());
	return 0;
}
