#include <pthread.h>
#include <stdio.h>

#define DEBUG_LOCKS 4

/* Whose text is said before the lock is had, and behind that. */
#define LOCK(mutex) \
	do { \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: locking %s\n", __func__, #mutex); \
		pthread_mutex_lock(mutex); \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: locked %s\n", __func__, #mutex); \
	} while (0)
#define UNLOCK(mutex) \
	do { \
		pthread_mutex_unlock(mutex); \
		if (debugging & DEBUG_LOCKS) \
			printf("%s: unlocked %s\n", __func__, #mutex); \
	} while (0)

/* That make names of what they are given, by a macro in between, too. */
#define TAKE(what) do { pthread_mutex_lock(&what##_lock); what##_taken++; } while (0)
#define GIVE(what) do { what##_taken--; pthread_mutex_unlock(&what##_lock); } while (0)
#define TAKE_JOBS TAKE(jobs)

/* That say a variable's name and value. */
#define TAKE_AND_SAY(n) do { pthread_mutex_lock(&jobs_lock); printf("%s is %d\n", #n, n); } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;
static int debugging = DEBUG_LOCKS;
static int total, jobs_taken, names_taken, jobs, names;

static int get(int n)
{
	LOCK(&m);
	if (total < n) {
		UNLOCK(&m);
		return -1;
	}
	int was = total;
	total -= n;
	UNLOCK(&m);
	return was;
}

static void add(int n)
{
	LOCK(&m);
	total += n;
	UNLOCK(&m);
}

static int name(int n)
{
	TAKE(names);
	if (names > 7) {
		GIVE(names);
		return 7;
	}
	names += n * names_taken;
	GIVE(names);
	return n;
}

static void job(int n)
{
	TAKE_JOBS;
	jobs += n * jobs_taken;
	GIVE(jobs);
}

static int said(int given)
{
	TAKE_AND_SAY(given);
	jobs += given;
	pthread_mutex_unlock(&jobs_lock);
	return given;
}

static void raise(int *n)
{
	(*n)++;
}

/* By a pointer the variable would be said to be another one. */
static int said_and_changed(int given)
{
	TAKE_AND_SAY(given);
	raise(&given);
	jobs += given;
	pthread_mutex_unlock(&jobs_lock);
	return given;
}

int main(void)
{
	add(5);
	printf("%d %d\n", get(3), get(4));
	printf("%d %d %d\n", name(3), name(6), name(1));
	job(2);
	printf("%d %d\n", said(1), said_and_changed(4));
	printf("%d %d %d %d %d\n", total, jobs, names, jobs_taken, names_taken);
	return 0;
}
