#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct lock {
	pthread_mutex_t mutex;
};

struct file {
	struct lock *lock;
	int length;
};

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checked = PTHREAD_MUTEX_INITIALIZER;
static int threads, files, checks;

#define file_lock(f) do { \
		if ((f)->lock) \
			pthread_mutex_lock(&(f)->lock->mutex); \
	} while (0)
#define file_unlock(f) do { \
		if ((f)->lock) \
			pthread_mutex_unlock(&(f)->lock->mutex); \
	} while (0)
#define THREADED (threads > 1)
#define LOCK_IF(condition, m) if (condition) { pthread_mutex_lock(m); }
#define UNLOCK_IF(condition, m) if (condition) { pthread_mutex_unlock(m); }
#define LOCK(m) LOCK_IF(THREADED, m)
#define UNLOCK(m) UNLOCK_IF(THREADED, m)
#define LOCK_CHECKED(m) do { if (threads) { if (pthread_mutex_lock(m)) abort(); } } while (0)
#define UNLOCK_CHECKED(m) do { if (threads) { if (pthread_mutex_unlock(m)) abort(); } } while (0)

static int longer(struct file *f)
{
	return f->length * 2;
}

static int grow(struct file *f, int most)
{
	int length;

	file_lock(f);
	if (longer(f) > most) {
		file_unlock(f);
		return -1;
	}
	length = f->length = longer(f);
	file_unlock(f);
	return length;
}

static void count(int n)
{
	LOCK(&all);
	files += n;
	UNLOCK(&all);
}

/* What the section does decides whether the lock is given back. */
static void start(int n)
{
	LOCK(&all);
	threads += n;
	UNLOCK(&all);
}

/* There is a second condition. */
static void check(int n)
{
	LOCK_CHECKED(&checked);
	checks += n;
	UNLOCK_CHECKED(&checked);
}

int main(void)
{
	static struct lock lock = { PTHREAD_MUTEX_INITIALIZER };
	struct file shared = { &lock, 3 }, own = { NULL, 4 };

	count(1);
	check(1);
	threads = 2;
	start(0);
	count(2);
	check(2);
	printf("%d %d %d", grow(&shared, 10), grow(&shared, 10), grow(&own, 10));
	printf(" %d %d %d\n", files, checks, threads);
	return 0;
}
