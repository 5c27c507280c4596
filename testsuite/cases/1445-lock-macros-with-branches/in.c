#include <pthread.h>
#include <stdio.h>

static int debug;
static long said, count, spare;

#define LOCK_QUIET(m) pthread_mutex_lock(m)
#define LOCK_DEBUG(m) { said++; pthread_mutex_lock(m); }
#define LOCK(m) { if (!debug) { LOCK_QUIET(m); } else { LOCK_DEBUG(m); } }
#define UNLOCK_QUIET(m) pthread_mutex_unlock(m)
#define UNLOCK_DEBUG(m) { said++; pthread_mutex_unlock(m); }
#define UNLOCK(m) { if (!debug) { UNLOCK_QUIET(m); } else { UNLOCK_DEBUG(m); } }

/* more than two, in one body */
#define ENTER(m) do { \
		if (debug > 1) { \
			said += 2; \
			pthread_mutex_lock(m); \
		} else if (debug) { \
			said++; \
			pthread_mutex_lock(m); \
		} else { \
			pthread_mutex_lock(m); \
		} \
	} while (0)
#define LEAVE(m) pthread_mutex_unlock(m)

/* another one in each */
#define EITHER(which, m, n) { if (which) { pthread_mutex_lock(m); } else { pthread_mutex_lock(n); } }

/* and more behind */
#define LOCK_COUNTED(m) { if (debug) { said++; pthread_mutex_lock(m); } else { pthread_mutex_lock(m); } spare++; }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

void add(int n)
{
	LOCK(&lock);
	count += n;
	UNLOCK(&lock);
}

int take(int n)
{
	LOCK(&lock);
	if (count < n) {
		UNLOCK(&lock);
		return 0;
	}
	count -= n;
	UNLOCK(&lock);
	return 1;
}

void both(int n)
{
	LOCK(&lock);
	LOCK(&other);
	count -= n;
	spare += n;
	UNLOCK(&other);
	UNLOCK(&lock);
}

void enter(int n)
{
	if (n > 2)
		n = 2;
	ENTER(&other);
	spare += n;
	LEAVE(&other);
}

void either(int n)
{
	EITHER(n & 1, &lock, &other);
	if (n & 1) {
		count++;
		pthread_mutex_unlock(&lock);
	} else {
		spare++;
		pthread_mutex_unlock(&other);
	}
}

void counted(int n)
{
	LOCK_COUNTED(&other);
	spare += n;
	LEAVE(&other);
}

int main(void)
{
	int i, got = 0;

	for (debug = 0; debug < 3; debug++) {
		for (i = 0; i < 10; i++)
			add(i);
		for (i = 0; i < 10; i++)
			got += take(i + 3);
		both(2);
		enter(5);
		either(1);
		either(2);
		counted(3);
	}
	printf("%d %ld %ld %ld\n", got, said, count, spare);
	return 0;
}
