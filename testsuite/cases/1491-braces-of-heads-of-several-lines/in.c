/* The brace that closes what becomes several statements stands below where their head begins, not where it ends. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int level = 3, users, closed;

static int await(int wanted)
{
	int found;

	pthread_mutex_lock(&lock);
	users++;
	while (level < wanted &&
			!closed)
		pthread_cond_wait(&changed, &lock);
	while (users > 9 &&
	       !closed)
		pthread_cond_wait(&changed, &lock);
	found = level;
	users--;
	pthread_mutex_unlock(&lock);
	return found;
}

static int take(int wanted)
{
	pthread_mutex_lock(&lock);
	if (closed)
		level = 0;
	else if (level < wanted ||
			wanted < 0)
		goto failed;
	level -= wanted;
	pthread_mutex_unlock(&lock);
	return wanted;
failed:
	pthread_mutex_unlock(&lock);
	return -1;
}

static int spend(int wanted)
{
	int spent = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < wanted;
			i++)
		if (level == 0 ||
				closed)
			goto out;
		else
			spent += level--;
	users++;
out:
	pthread_mutex_unlock(&lock);
	return spent;
}

int main(void)
{
	printf("%d\n", await(2));
	printf("%d\n", take(1));
	printf("%d\n", take(5));
	printf("%d\n", spend(9));
	return 0;
}
