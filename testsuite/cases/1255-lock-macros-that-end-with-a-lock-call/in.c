/* Macros that end with the name of a lock call take their arguments from behind themselves. */
#include <pthread.h>
#include <stdbool.h>

static bool threaded;
static pthread_mutex_t lock;
static int count;

#define GUARDED_LOCK if (threaded) pthread_mutex_lock
#define GUARDED_UNLOCK if (threaded) pthread_mutex_unlock

#define IGNORED_LOCK (void)pthread_mutex_lock
#define COUNTED_LOCK count++, pthread_mutex_lock

static int add(int n)
{
	GUARDED_LOCK(&lock);
	if (count > n) {
		GUARDED_UNLOCK (&lock);
		return 0;
	}
	count += n;
	GUARDED_UNLOCK(&lock);	/* for others */
	return count;
}

/* By one such macro alone, or in a branch. */
static int mixed(int n)
{
	GUARDED_LOCK(&lock);
	count += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	if (n > 1)
		GUARDED_LOCK(&lock);
	count++;
	if (n > 1)
		GUARDED_UNLOCK(&lock);
	return count;
}

static int ignored(int n)
{
	IGNORED_LOCK(&lock);
	count += n;
	pthread_mutex_unlock(&lock);
	return count;
}

static int counted(int n)
{
	COUNTED_LOCK(&lock);
	count += n;
	pthread_mutex_unlock(&lock);
	return count;
}

int main(int argc, char **argv)
{
	threaded = argc > 1 && argv[1] != NULL;
	pthread_mutex_init(&lock, NULL);
	return add(2) + add(1) + add(3) + mixed(2) + ignored(1) + counted(1) != 35;
}
